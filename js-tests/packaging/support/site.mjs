// Serves a folder on loopback, as a plain file server does.
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { after } from "node:test";
import { serve } from "../../support/serve.mjs";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

/** Serves the folder until the test file ends. Returns its URL and the list of paths that were asked for. */
export async function site(folder) {
  const requested = [];
  const { url, close } = await serve(async (request) => {
    const { pathname } = new URL(request.url);
    requested.push(pathname);
    try {
      const file = join(folder, normalize(decodeURIComponent(pathname)));
      return new Response(await readFile(file), { headers: { "content-type": TYPES[extname(file)] ?? "application/octet-stream" } });
    } catch {
      return new Response("", { status: 404 });
    }
  });
  after(close);
  return { url, requested };
}
