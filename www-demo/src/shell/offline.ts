// Registers the service worker once the page is loaded and idle, and requests the files it should cache.

/** Keeps the site's files, where the page is served so that browsers allow it. */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator) || !isSecureContext) return;
  const register = (): void => {
    navigator.serviceWorker.register(new URL("./sw.js", document.baseURI)).catch(() => {
      // Private windows and some hosts refuse it: the site then works online only.
    });
  };
  const later = (): void => void setTimeout(register, 1500);
  if (document.readyState === "complete") later();
  else addEventListener("load", later, { once: true });
}

/** Stores TypeScript and all samples too: after a visit, the whole playground works offline. */
export function keepPlaygroundForOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const ask = (): void => navigator.serviceWorker.controller?.postMessage("keep the playground");
  ask();
  // At the first visit, and when a new build takes over.
  navigator.serviceWorker.addEventListener("controllerchange", ask);
}
