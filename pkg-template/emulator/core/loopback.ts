// Detects URLs that lead to this machine, whatever a DNS server says.

import { isLoopback } from "../../options/base-url.js";

/** Returns whether a URL's host always resolves to this machine. DNS may resolve a name below `localhost` elsewhere. */
export const isThisMachine = (url: string): boolean => isLoopback(url) && !new URL(url).hostname.endsWith(".localhost");
