// `cargo xtask demo --web` serves the built site on this machine: `node web.mjs <folder> [port]`.

import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** The default port of the server. If it is taken, any free port is used. */
const PORT = 8090;

/**
 * Serves a folder of plain files on loopback, below `base`. Returns the URL and a function that stops it. Rejects if
 * the port is taken.
 */
export function serveSite(folder, { port = 0, base = "/" } = {}) {
  const server = createServer((request, response) => {
    answer(resolve(folder), base, request, response).catch(() => response.destroy());
  });
  return new Promise((done, failed) => {
    server.once("error", failed);
    server.listen(port, "127.0.0.1", () => {
      const url = `http://127.0.0.1:${server.address().port}${base}`;
      done({ url, close: () => new Promise((closed) => (server.close(closed), server.closeAllConnections())) });
    });
  });
}

/** Compressed files by path and modification time, so that each is compressed only once. */
const packed = new Map();

function gzipped(file, changed) {
  const key = `${file}\0${changed}`;
  if (!packed.has(key)) packed.set(key, readFile(file).then((bytes) => promisify(gzip)(bytes, { level: 9 })));
  return packed.get(key);
}

async function answer(folder, base, { method, url, headers }, response) {
  const { pathname } = new URL(url, "http://localhost");
  const inside = pathname.startsWith(base) ? decodeURIComponent(pathname.slice(base.length)) : "/..";
  const file = resolve(join(folder, inside.endsWith("/") || inside === "" ? `${inside}index.html` : inside));
  const found = file.startsWith(folder + sep) ? await stat(file).catch(() => undefined) : undefined;
  if (method !== "GET" && method !== "HEAD") return void response.writeHead(405, { allow: "GET, HEAD" }).end();
  if (!found?.isFile()) {
    // Like static hosts, serves that folder's page for unknown addresses.
    const page = inside.startsWith("docs/") ? await readFile(join(folder, "docs/404.html")).catch(() => undefined) : undefined;
    return void response.writeHead(404, { "content-type": page ? "text/html; charset=utf-8" : "text/plain" }).end(page ?? "There is no such file.\n");
  }
  const named = { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "x-content-type-options": "nosniff" };
  // The names of assets change with their contents; those of the page and its service worker do not.
  named["cache-control"] = /^(docs\/)?assets\//.test(inside) ? "public, max-age=31536000, immutable" : "no-cache";
  if (/\bgzip\b/.test(headers["accept-encoding"] ?? "") && extname(file) !== ".png") {
    const body = await gzipped(file, found.mtimeMs);
    response.writeHead(200, { ...named, "content-encoding": "gzip", vary: "accept-encoding", "content-length": body.length });
    return void response.end(method === "HEAD" ? undefined : body);
  }
  response.writeHead(200, { ...named, "content-length": found.size });
  if (method === "HEAD") return void response.end();
  createReadStream(file).pipe(response);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [, , folder, port] = process.argv;
  const taken = (error) => {
    if (error.code !== "EADDRINUSE") throw error;
    if (!port) return serveSite(folder);
    console.error(`Port ${port} is taken: choose another with --port, or leave it out.`);
    process.exit(1);
  };
  const { url } = await serveSite(folder, { port: port ? Number(port) : PORT }).catch(taken);
  console.log(`\n  botwire in the browser: ${url}\n\n    playground  ${url}#/playground\n    dashboard   ${url}#/dashboard\n    docs        ${url}docs/\n\n  Ctrl+C ends it.`);
}
