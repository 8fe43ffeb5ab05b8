// Jest, without configuration: a test in CommonJS, and one as an ES module.
import { join } from "node:path";
import { build } from "esbuild";
import { holds } from "../support/proof.mjs";
import { project } from "../support/project.mjs";
import { inRunner } from "../support/runner.mjs";

const folder = await project(import.meta.url);
await build({ entryPoints: [join(folder, "scenario.mjs")], outfile: join(folder, "scenario.cjs"), format: "cjs" });

const JEST = "jest/bin/jest.js";
const options = ["--ci", "--no-watchman", "--runInBand"];
holds("jest, require", inRunner(folder, JEST, { runner: [...options, "required.spec.cjs"] }));
holds("jest, import", inRunner(folder, JEST, { node: ["--experimental-vm-modules"], runner: [...options, "imported.spec.mjs"] }));
