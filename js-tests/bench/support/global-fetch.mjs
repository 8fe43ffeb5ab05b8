// The global fetch in place of node-fetch.
export default (...args) => globalThis.fetch(...args);
