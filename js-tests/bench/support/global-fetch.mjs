// What stands in for node-fetch: the global fetch.
export default (...args) => globalThis.fetch(...args);
