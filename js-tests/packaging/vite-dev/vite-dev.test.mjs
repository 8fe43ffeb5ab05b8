// Vite's development server.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createServer } from "vite";
import { inChromium } from "../support/page.mjs";
import { holds } from "../support/proof.mjs";
import { project } from "../support/project.mjs";
import { address, options } from "../support/vite.mjs";

const { inline, complaints } = options(await project(import.meta.url));
const server = await createServer(inline);
after(() => server.close());
await server.listen();

holds("vite dev", inChromium(`${address(server)}/index.html`));
test("vite dev: no warning", () => assert.deepEqual(complaints, []));
