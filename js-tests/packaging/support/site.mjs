// Serves a folder on loopback, as a plain file server does.
import { after } from "node:test";
import { serveFolder } from "../../support/serve.mjs";

/** Serves the folder until the test file ends. Returns its URL and the list of paths that were asked for. */
export async function site(folder) {
  const served = await serveFolder(folder);
  after(served.close);
  return served;
}
