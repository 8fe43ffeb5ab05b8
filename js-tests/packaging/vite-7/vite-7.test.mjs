// The last Vite with esbuild and Rollup inside: its development server, also where NODE_ENV is "production", and its build.
import assert from "node:assert/strict";
import { join } from "node:path";
import { env } from "node:process";
import { after, test } from "node:test";
import { build, createServer, preview } from "vite-7";
import { inChromium } from "../support/page.mjs";
import { holds } from "../support/proof.mjs";
import { filesWith, project } from "../support/project.mjs";
import { address, options } from "../support/vite.mjs";

const folder = await project(import.meta.url);
const { inline, complaints } = options(folder);

async function dev(name, NODE_ENV, mode = "development") {
  env.NODE_ENV = NODE_ENV;
  const server = await createServer({ ...inline, mode, cacheDir: `node_modules/.vite/${name}` });
  after(() => server.close());
  await server.listen();
  return `${address(server)}/index.html`;
}

const development = await dev("development", "development");
const container = await dev("container", "production");
const production = await dev("production", "production", "production");
await build(inline);
const server = await preview(inline);
after(() => server.close());

holds("vite 7 dev", inChromium(development));
holds("vite 7 dev, NODE_ENV=production", inChromium(container));
// As with Turbopack, import.meta.env is an object that says PROD, and no file is shipped.
holds("vite 7 dev, production mode", inChromium(production));
holds("vite 7 build", inChromium(`${address(server)}/index.html`));
test("vite 7: one wasm file in the build, and no warning", async () => {
  assert.equal((await filesWith(".wasm", join(folder, "dist"))).length, 1);
  assert.deepEqual(complaints, []);
});
