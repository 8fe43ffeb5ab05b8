// Which URLs lead to this machine, whatever a DNS server says.

import { isLoopback } from "../options/base-url.js";

/** Whether the host of a URL always resolves to this machine. A DNS server may resolve a name below `localhost` elsewhere. */
export const isThisMachine = (url: string): boolean => isLoopback(url) && !new URL(url).hostname.endsWith(".localhost");
