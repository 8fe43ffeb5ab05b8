// The option `--open`.

import { spawn } from "node:child_process";
import process from "node:process";

/** Opens a URL in the user's browser. Does nothing without one, because the URL is printed anyway. */
export function openBrowser(url: string): void {
  // Like other development servers.
  if (process.env["BROWSER"] === "none") return;
  const [command, ...parameters] = process.platform === "darwin" ? ["open"] : process.platform === "win32" ? ["cmd", "/c", "start"] : ["xdg-open"];
  const browser = spawn(command!, [...parameters, url], { stdio: "ignore", detached: true });
  browser.once("error", () => {});
  browser.unref();
}
