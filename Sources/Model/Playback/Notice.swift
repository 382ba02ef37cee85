/// One message to the user: the same object on every surface.
package struct Notice: Sendable, Equatable {
    package enum Severity: String, Sendable { case info, warning, error }

    /// Stable, snake_case.
    package let code: String
    package let severity: Severity
    /// A sentence: what happened and why.
    package let text: String
    /// What to do about it; nil where nothing can be done.
    package let action: Action?

    package struct Action: Sendable, Equatable {
        /// The words on the button.
        package let text: String
        package let act: PlayerAct

        package init(_ text: String, _ act: PlayerAct) {
            self.text = text
            self.act = act
        }
    }

    package init(code: String, severity: Severity, text: String, action: Action? = nil) {
        self.code = code
        self.severity = severity
        self.text = text
        self.action = action
    }
}
