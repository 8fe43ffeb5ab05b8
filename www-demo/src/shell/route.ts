// Where in the site the visitor is: the part of the address behind `#/`, so that any static host and path will do.
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

/** Goes to a place of the site, such as `#/dashboard/updates`. */
export function go(hash: `#/${string}`): void {
  location.hash = hash;
}
