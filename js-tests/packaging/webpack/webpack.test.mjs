// webpack 5, without configuration.
import assert from "node:assert/strict";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { inChromium } from "../support/page.mjs";
import { holds } from "../support/proof.mjs";
import { filesWith, project } from "../support/project.mjs";
import { site } from "../support/site.mjs";
import { bundle } from "../support/webpack.mjs";

const folder = await project(import.meta.url);
const output = await bundle(folder, "page.mjs");
await cp(join(folder, "index.html"), join(output, "index.html"));
const { url, requested } = await site(output);

test("webpack: one wasm file", async () => assert.equal((await filesWith(".wasm", output)).length, 1));
holds("webpack", inChromium(`${url}/index.html`));
test("webpack: the wasm was fetched", () => assert.equal(requested.filter((path) => path.endsWith(".wasm")).length, 1));
