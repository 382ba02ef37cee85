internal import Dispatch

/// Runs the jobs of one database on a queue of its own, so that a slow disk never holds a cooperative thread.
final class DatabaseExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "longwave.database")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
