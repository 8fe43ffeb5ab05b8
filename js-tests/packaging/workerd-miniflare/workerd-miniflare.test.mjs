// workerd with the modules of the package as they are, not bundled: Miniflare follows their imports.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { modulesIn } from "../../support/workerd.mjs";
import { holdsIn } from "../support/proof.mjs";
import { entry, project } from "../support/project.mjs";

const folder = await project(import.meta.url);
// workerd itself knows only paths.
const source = await readFile(join(folder, "edge.mjs"), "utf8");
await writeFile(join(folder, "edge.mjs"), source.replace('"botwire"', JSON.stringify(await entry(folder, ["workerd", "import"]))));

const complaints = [];
const worker = modulesIn(folder, { handleRuntimeStdio: (_, stderr) => stderr.on("data", (text) => complaints.push(String(text))) });
await worker.ready;

holdsIn("workerd, modules", worker);
test("workerd, modules: no complaint", () => assert.deepEqual(complaints, []));
