// A server that is deployed with only those files of the package that a bundler found, as Nitro and Nuxt do.
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import { build } from "esbuild";
import { printedJson } from "../support/programs.mjs";
import { holds } from "../support/proof.mjs";
import { project } from "../support/project.mjs";

const folder = await project(import.meta.url);
const deployed = join(folder, "deployed");
const options = { absWorkingDir: folder, entryPoints: ["program.mjs"], bundle: true, platform: "node", format: "esm", write: false, metafile: true };
const { metafile } = await build(options);
for (const file of [...Object.keys(metafile.inputs), "node_modules/botwire/package.json"]) await cp(join(folder, file), join(deployed, file));

holds("traced files", ({ baseUrl, token }) => printedJson(execPath, ["program.mjs", baseUrl, token], deployed));
