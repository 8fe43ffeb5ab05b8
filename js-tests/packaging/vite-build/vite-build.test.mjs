// Vite's build for production, served by its preview server.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { build, preview } from "vite";
import { inChromium } from "../support/page.mjs";
import { holds } from "../support/proof.mjs";
import { filesWith, project } from "../support/project.mjs";
import { address, options } from "../support/vite.mjs";

const folder = await project(import.meta.url);
const { inline, complaints } = options(folder);
await build(inline);
const server = await preview(inline);
after(() => server.close());

test("vite build: one wasm file and no warning", async () => {
  assert.equal((await filesWith(".wasm", join(folder, "dist"))).length, 1);
  assert.deepEqual(complaints, []);
});
holds("vite build", inChromium(`${address(server)}/index.html`));
