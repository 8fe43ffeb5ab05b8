// Visits in Firefox, which Playwright cannot drive as distributions ship it: a page next to the site uses the site in a frame.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { inFirefox } from "../../packaging/support/firefox.mjs";

const source = (name) => readFile(new URL(`${name}.mjs`, import.meta.url), "utf8");

/** The files of a visit: a page with the site in a frame at `src`, and the script that makes the visit of that name. */
export async function filesOf(name, src) {
  const html = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><iframe src="${src}" style="width: 1300px; height: 850px"></iframe><script type="module" src="./visit.js"></script>`;
  return { "visit.html": html, "visit.js": `${await source("frame")}\n${await source(name)}` };
}

/** Makes a visit, which must see everything expected without an error. Returns its other data. */
export async function visit(url, settings, expected) {
  const { failed, seen, errors, ...more } = await inFirefox(url)(settings);
  assert.equal(failed, undefined, `${failed}; until then: ${seen}`);
  assert.deepEqual([errors, seen], [[], expected]);
  return more;
}
