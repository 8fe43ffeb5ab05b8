// The emulator in workerd: its modules as they are, and from a bundle as wrangler makes it.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after } from "node:test";
import { modulesIn, startWorker } from "../../support/workerd.mjs";
import { converses } from "../support/conversation.mjs";
import { entry, project } from "../support/project.mjs";

const folder = await project(import.meta.url);
const source = await readFile(join(folder, "edge.mjs"), "utf8");

/** Returns the function that runs the conversation in a worker. */
const inWorker = (worker) => async () => {
  const response = await worker.dispatchFetch("http://worker.invalid/");
  assert.equal(response.status, 200, await response.clone().text());
  return response.json();
};

const bundled = await startWorker(source, folder, 2);
after(() => bundled.dispose());
converses("workerd, bundled", inWorker(bundled));

// workerd itself knows only paths.
const conditions = ["workerd", "import"];
const [client, emulator] = [await entry(folder, conditions), await entry(folder, conditions, "./emulator")];
const script = source.replace('"botwire"', JSON.stringify(client)).replace('"botwire/emulator"', JSON.stringify(emulator));
await writeFile(join(folder, "edge.mjs"), script);
const modules = modulesIn(folder);
after(() => modules.dispose());
converses("workerd, modules", inWorker(modules));
