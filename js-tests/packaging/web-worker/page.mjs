// A page that leaves the scenario to a worker.
globalThis.result = new Promise((resolve, reject) => {
  const worker = new Worker(new URL("./worker.mjs", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
  worker.postMessage(Object.fromEntries(new URLSearchParams(location.search)));
});
