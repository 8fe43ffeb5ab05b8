// The files of the studio, the page that the command serves: a chat window, the wire and controls. Nothing else loads them.

import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

import type { PageAnswer, PageFile } from "../emulator/server/http.js";

/** The page may load its own files, and send requests to its own origin. */
const POLICY = [
  "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "media-src 'self'", "connect-src 'self'",
  "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
].join("; ");

const TYPES: Record<string, string> = {
  html: "text/html; charset=utf-8", js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8", svg: "image/svg+xml", json: "application/json", md: "text/plain; charset=utf-8",
};

/** Returns the files of a folder, by their paths; none if the package has no such folder. */
export function studioFiles(folder = new URL("../studio/", import.meta.url)): PageFile {
  let names: readonly string[] = [];
  try {
    names = readdirSync(folder, { recursive: true }).map((name) => name.replaceAll("\\", "/"));
  } catch {
    // The package was installed without it.
  }
  const known = new Set(names.filter((name) => /\.\w+$/.test(name)));
  return (path) => {
    const name = path === "/" ? "studio.html" : path.slice(1);
    return known.has(name) ? page(readFileSync(new URL(name, folder)), name) : undefined;
  };
}

function page(bytes: Uint8Array<ArrayBuffer>, name: string): PageAnswer {
  const headers = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    // The names of assets change with their contents.
    "cache-control": name.startsWith("assets/") ? "max-age=31536000, immutable" : "no-cache",
  };
  const contentType = TYPES[/\w+$/.exec(name)?.[0] ?? ""] ?? "application/octet-stream";
  // As text, because a file in bytes would accept ranges.
  return { status: 200, contentType, body: new TextDecoder().decode(bytes), fault: "", millis: 0, headers, gzip: () => gzipSync(bytes) };
}
