// workerd with a bundle as wrangler makes it. support/workerd.mjs checks for a single wasm module and no warnings.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after } from "node:test";
import { startWorker } from "../../support/workerd.mjs";
import { holds } from "../support/proof.mjs";
import { project } from "../support/project.mjs";

const folder = await project(import.meta.url);
const worker = await startWorker(await readFile(join(folder, "edge.mjs"), "utf8"), folder);
after(() => worker.dispose());

holds("workerd, bundled", async (at) => {
  const response = await worker.dispatchFetch(`http://worker.invalid/?${new URLSearchParams(at)}`);
  assert.equal(response.status, 200, await response.clone().text());
  return response.json();
});
