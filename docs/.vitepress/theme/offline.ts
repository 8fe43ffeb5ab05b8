// Pages that the reader opened can be read offline: a service worker keeps them.
import { withBase } from "vitepress";

/** Milliseconds after which the page is there and idle. */
const LATER_MS = 1500;

/** Registers the worker, where the page is served so that browsers allow it. */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator) || !isSecureContext) return;
  setTimeout(() => void register().catch(() => {
    // Private windows and some hosts refuse it: the documentation works all the same, online.
  }), LATER_MS);
}

async function register(): Promise<void> {
  await navigator.serviceWorker.register(new URL(`${withBase("/")}sw.js`, location.href));
  const { active } = await navigator.serviceWorker.ready;
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  active?.postMessage({ keep: [location.href.replace(/#.*/, ""), ...files] });
}
