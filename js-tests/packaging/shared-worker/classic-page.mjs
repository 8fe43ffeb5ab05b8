// A page that leaves the scenario to a classic worker.
globalThis.result = new Promise((resolve, reject) => {
  const worker = new Worker("./classic.js");
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
  worker.postMessage(Object.fromEntries(new URLSearchParams(location.search)));
});
