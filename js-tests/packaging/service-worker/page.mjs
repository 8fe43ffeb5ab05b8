// A page that leaves the scenario to its service worker, a module or a classic script.
const { kind, ...at } = Object.fromEntries(new URLSearchParams(location.search));

globalThis.result = new Promise((resolve, reject) => {
  navigator.serviceWorker.onmessage = ({ data }) => resolve(data);
  navigator.serviceWorker.register(kind === "module" ? "./service.mjs" : "./classic.js", { type: kind }).then(async () => {
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage(at);
  }, reject);
});
