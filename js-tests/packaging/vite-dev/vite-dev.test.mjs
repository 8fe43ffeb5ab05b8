// Vite's development server.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createServer } from "vite";
import { inChromium } from "../support/page.mjs";
import { holds } from "../support/proof.mjs";
import { project } from "../support/project.mjs";
import { develop, options } from "../support/vite.mjs";

const { inline, complaints } = options(await project(import.meta.url));
holds("vite dev", inChromium(`${await develop(createServer, inline)}/index.html`));
test("vite dev: no warning", () => assert.deepEqual(complaints, []));
