// `lmdb` for all test files of a worker: its native part holds on to every copy that was loaded, and with it to all modules of that test file,
// some 27 MB. worker-runtime.cjs provides it.
module.exports = lmdbOfWorker;
