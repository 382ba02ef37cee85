// swift-tools-version: 6.2
import PackageDescription

/// Every target holds the same line: what the compiler can find, it must.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// Targets that touch no C library must also mark every unsafe expression.
let pure: [SwiftSetting] = strict + [.strictMemorySafety()]

/// A C library is a module map and a header. `pkgConfig` only for the one whose headers are not on the default path:
/// the flags of others bring a warning on every build.
func library(_ name: String, package: String, pkgConfig: String? = nil) -> Target {
    .systemLibrary(name: name, path: "Sources/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// A test target mirrors the source target of the same name and may use every fake.
func tests(of target: String, and others: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: "\(target)Tests",
        dependencies: [.init(stringLiteral: target), "Fakes"] + others,
        swiftSettings: strict
    )
}

/// How the program is linked, to be small in memory: lld packs the relocations, all of which are read at the start (glibc
/// 2.36 or later unpacks them), and puts together what runs at the start (`scripts/order`).
let small: [LinkerSetting] = [
    .unsafeFlags([
        "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
        "-Xlinker", "--symbol-ordering-file=\(Context.packageDirectory)/scripts/start.order",
        "-Xlinker", "--no-warn-symbol-ordering",
    ])
]

let package = Package(
    name: "longwave",
    products: [.executable(name: "longwave", targets: ["longwave"])],
    targets: [
        library("CMPV", package: "libmpv-dev"),
        library("CPulse", package: "libpulse-dev"),
        library("CCurl", package: "libcurl4-openssl-dev"),
        library("CSQLite", package: "libsqlite3-dev"),
        library("CMicroHTTPD", package: "libmicrohttpd-dev"),
        library("CUTF8Proc", package: "libutf8proc-dev"),
        library("CNettle", package: "nettle-dev"),
        library("CXML2", package: "libxml2-dev", pkgConfig: "libxml-2.0"),

        .target(name: "Model", swiftSettings: pure),
        .target(name: "Core", dependencies: ["Model"], swiftSettings: pure),
        .target(name: "Engine", dependencies: ["Model", "CMPV", "CPulse"], swiftSettings: strict),
        .target(name: "Networking", dependencies: ["Model", "CCurl", "CNettle", "CXML2"], swiftSettings: strict),
        .target(name: "Storage", dependencies: ["Model", "CSQLite"], swiftSettings: strict),
        .target(name: "Providers", dependencies: ["Model", "CUTF8Proc"], swiftSettings: strict),
        .target(name: "Server", dependencies: ["Model", "Core", "CMicroHTTPD"], swiftSettings: strict),
        .executableTarget(
            name: "longwave",
            dependencies: ["Model", "Core", "Engine", "Networking", "Storage", "Providers", "Server"],
            swiftSettings: strict,
            linkerSettings: small
        ),
        .executableTarget(
            name: "Bare",
            dependencies: ["Model", "Core", "Engine"],
            path: "Benchmarks/Bare",
            swiftSettings: strict
        ),
        .target(name: "Fakes", dependencies: ["Model"], path: "Tests/Fakes", swiftSettings: strict),

        tests(of: "Model"),
        tests(of: "Core", and: ["Model"]),
        tests(of: "Engine", and: ["Model"]),
        tests(of: "Networking", and: ["Model"]),
        tests(of: "Storage", and: ["Model"]),
        tests(of: "Providers", and: ["Model", "Core"]),
        tests(of: "Server", and: ["Model", "Core"]),
        tests(of: "longwave", and: ["Core", "Model", "Networking", "Providers"]),
    ],
    swiftLanguageModes: [.v6]
)
