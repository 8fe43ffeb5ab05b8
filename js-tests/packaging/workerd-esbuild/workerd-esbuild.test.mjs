// workerd with a bundle as wrangler makes it. support/workerd.mjs checks for a single wasm module and no warnings.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { startWorker } from "../../support/workerd.mjs";
import { holdsIn } from "../support/proof.mjs";
import { project } from "../support/project.mjs";

const folder = await project(import.meta.url);
holdsIn("workerd, bundled", await startWorker(await readFile(join(folder, "edge.mjs"), "utf8"), folder));
