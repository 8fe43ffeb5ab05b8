// Where in the site the visitor is: the part of the address behind `#/`, so that any static host and path will do.
import { signal } from "@preact/signals";

const read = (): string => location.hash.replace(/^#\/?/, "");

/** The path behind `#/`: empty, `playground`, `dashboard/…`. */
export const route = signal(read());

addEventListener("hashchange", () => {
  route.value = read();
});

/** Goes to a place of the site, such as `#/dashboard/updates`. */
export function go(hash: `#/${string}`): void {
  location.hash = hash;
}
