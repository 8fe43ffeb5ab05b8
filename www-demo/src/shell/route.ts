// The current route: the part of the address after `#/`, which works on any static host and path.
import { signal } from "@preact/signals";

const read = (): string => location.hash.replace(/^#\/?/, "");

/** The path behind `#/`: empty, `playground`, `dashboard/…`. */
export const route = signal(read());

addEventListener("hashchange", () => {
  route.value = read();
});

/** Replaces the place in the URL, without a new entry in the history. */
export function replaceRoute(path: string): void {
  history.replaceState(null, "", `#/${path}`);
  route.value = path;
}

/** Navigates to a route, such as `#/dashboard/updates`. */
export function go(hash: `#/${string}`): void {
  location.hash = hash;
}
