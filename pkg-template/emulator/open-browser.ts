// `--open`.

import { spawn } from "node:child_process";
import process from "node:process";

/** Opens a URL in the browser of the user. Without one nothing happens: the URL was printed. */
export function openBrowser(url: string): void {
  // As other development servers understand it.
  if (process.env["BROWSER"] === "none") return;
  const [command, ...parameters] = process.platform === "darwin" ? ["open"] : process.platform === "win32" ? ["cmd", "/c", "start"] : ["xdg-open"];
  const browser = spawn(command!, [...parameters, url], { stdio: "ignore", detached: true });
  browser.once("error", () => {});
  browser.unref();
}
