internal import Core
internal import Model

/// The saved stations. Whoever may play may change them: they are a list of the household, not a setting.
struct PresetRoutes {
    let context: ServerContext

    var routes: [Route] {
        [
            Route(.get, "/v1/presets", .later { request, _ throws(Problem) in try await all(request) }),
            Route(.post, "/v1/presets", .later { request, _ throws(Problem) in try await add(request) }),
            Route(
                .patch,
                "/v1/presets/{preset}",
                .later { request, values throws(Problem) in try await move(values[0], request) }
            ),
            Route(
                .delete,
                "/v1/presets/{preset}",
                .later { request, values throws(Problem) in try await remove(values[0], request) }
            ),
        ]
    }

    private func all(_ request: Request) async throws(Problem) -> Response {
        try request.knows([])
        let shelf: Presets.Shelf
        do throws(StoreError) { shelf = try await context.presets.shelf() } catch { throw .storage(error) }
        let catalogue = await context.stations.catalogue()
        let rows = shelf.presets.map { ($0, catalogue.savedStation($0.station)) }
        let missing = rows.count { $0.1 == nil }
        return .json(headers: [("ETag", tag(shelf.revision))]) { json in
            json.member("presets", array: rows.enumerated()) { json, row in
                json.preset(row.element.0, at: row.offset, row.element.1)
            }
            json.member("unavailable", missing)
            json.member("text", PresetText.unavailable(missing))
            json.member("revision", shelf.revision)
        }
    }

    private func add(_ request: Request) async throws(Problem) -> Response {
        let fields = try Fields(request, known: ["media", "position"])
        let text = try fields.required("media", fields.text("media"))
        let position = try fields.number("position", in: 0...PresetList.limit)
        let media: MediaRef
        do throws(MediaRefProblem) { media = try MediaRef(text) } catch { throw Problem(error).naming("media") }
        let expected = try expected(request)
        let placed: Presets.Placed
        do throws(PresetProblem) {
            placed = try await context.presets.add(media, at: position, ifRevision: expected)
        } catch {
            throw Problem(error, text)
        }
        return await answer(201, "preset", placed) { PresetText.added($0) }
    }

    private func move(_ id: String, _ request: Request) async throws(Problem) -> Response {
        let fields = try Fields(request, known: ["position"])
        let position = try fields.required("position", fields.number("position", in: 0...PresetList.limit))
        guard let preset = PresetID(id) else { throw Problem(.unknown, id) }
        let expected = try expected(request)
        let placed: Presets.Placed
        do throws(PresetProblem) {
            placed = try await context.presets.move(preset, to: position, ifRevision: expected)
        } catch {
            throw Problem(error, id)
        }
        let catalogue = await context.stations.catalogue()
        // People count what they see, and saved stations that are gone are not shown.
        let shown = placed.shelf.presets.prefix(position + 1).count { catalogue.savedStation($0.station) != nil }
        return await answer(200, "preset", placed) { PresetText.moved($0, to: shown) }
    }

    private func remove(_ id: String, _ request: Request) async throws(Problem) -> Response {
        _ = try Fields(request, known: [])
        guard let preset = PresetID(id) else { throw Problem(.unknown, id) }
        let expected = try expected(request)
        let placed: Presets.Placed
        do throws(PresetProblem) {
            placed = try await context.presets.remove(preset, ifRevision: expected)
        } catch {
            throw Problem(error, id)
        }
        return await answer(200, "removed", placed) { PresetText.removed($0) }
    }

    /// What was changed, and a sentence about it; of a removal also the button that takes it back.
    private func answer(
        _ status: Int,
        _ member: String,
        _ placed: Presets.Placed,
        _ text: (String) -> String
    ) async -> Response {
        let station = await context.stations.catalogue().savedStation(placed.preset.station)
        let name = station?.name ?? placed.preset.name
        return .json(status, headers: [("ETag", tag(placed.revision))]) { json in
            json.key(member)
            json.preset(placed.preset, at: placed.position, station)
            json.member("revision", placed.revision)
            json.key("notice")
            json.pageNotice(
                code: member == "removed" ? "preset_removed" : "preset_saved",
                severity: "info",
                text: text(name),
                action: member == "removed" ? PresetText.undo(placed) : nil
            )
        }
    }

    // MARK: Revisions

    /// Of this run: a revision means nothing in another.
    private func tag(_ revision: Int) -> String { "\"\(context.identity.epoch)-\(revision)\"" }

    /// The revision that the client wants to change; nil where any will do.
    private func expected(_ request: Request) throws(Problem) -> Int? {
        guard let value = request.headers["if-match"], value != "*" else { return nil }
        let prefix = "\"\(context.identity.epoch)-"
        guard value.hasPrefix(prefix), value.hasSuffix("\""),
            let revision = Int(value.dropFirst(prefix.count).dropLast())
        else { throw Problem(.changed, "") }
        return revision
    }
}

extension Problem {
    /// - `name`: what the client asked for.
    fileprivate init(_ problem: PresetProblem, _ name: String) {
        switch problem {
        case .duplicate(let preset):
            self.init(
                409,
                "preset_exists",
                "This station is a preset already",
                "“\(preset.name.prefixForDisplay)” is the preset \(preset.id)."
            )
        case .badPosition(let range):
            self.init(
                422,
                "out_of_range",
                "A value is out of range",
                "“position” must be a whole number from \(range.lowerBound) to \(range.upperBound)."
            )
            field = "position"
        case .unknown:
            self.init(
                404,
                "unknown_preset",
                "There is no such preset",
                "“\(name.prefixForDisplay)” is no preset of this host. GET /v1/presets lists them."
            )
        case .unknownStation(let nearest):
            let hint = nearest.isEmpty ? "" : " Near to it: \(nearest.joined(separator: ", "))."
            self.init(
                404,
                "unknown_station",
                "There is no such station",
                "“\(name.prefixForDisplay)” is no station of this host.\(hint)"
            )
            self.nearest = nearest
        case .full:
            self.init(409, "presets_full", "There is no room for more", "A host keeps \(PresetList.limit) presets.")
        case .changed:
            self.init(
                412,
                "presets_changed",
                "The presets have changed",
                "Somebody changed them since they were read. Read them again, and decide anew."
            )
        case .storage(let error):
            self = .storage(error)
        }
    }
}
