// Registers the service worker that stores visited pages, so that they can be read offline.
import { withBase } from "vitepress";

/** Milliseconds until the page is probably loaded and idle. */
const LATER_MS = 1500;

/** Registers the worker if the browser allows it for this page. */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator) || !isSecureContext) return;
  setTimeout(() => void register().catch(() => {
    // Private windows and some hosts refuse it. The documentation then works only online.
  }), LATER_MS);
}

async function register(): Promise<void> {
  await navigator.serviceWorker.register(new URL(`${withBase("/")}sw.js`, location.href));
  const { active } = await navigator.serviceWorker.ready;
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  active?.postMessage({ keep: [location.href.replace(/#.*/, ""), ...files] });
}
