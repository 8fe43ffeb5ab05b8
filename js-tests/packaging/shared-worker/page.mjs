// A page that leaves the scenario to a shared worker.
globalThis.result = new Promise((resolve) => {
  const { port } = new SharedWorker(new URL("./worker.mjs", import.meta.url), { type: "module" });
  port.onmessage = ({ data }) => resolve(data);
  port.postMessage(Object.fromEntries(new URLSearchParams(location.search)));
});
