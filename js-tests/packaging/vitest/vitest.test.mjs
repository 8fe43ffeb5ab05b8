// Vitest: with the package as Node loads it, and with the package run through Vite.
import { holds } from "../support/proof.mjs";
import { project } from "../support/project.mjs";
import { inRunner } from "../support/runner.mjs";

const folder = await project(import.meta.url);

const VITEST = "vitest/vitest.mjs";
const options = ["run", "--globals", "--root", folder, "imported.spec.mjs"];
holds("vitest", inRunner(folder, VITEST, { runner: options }));
holds("vitest, inlined", inRunner(folder, VITEST, { runner: [...options, "--config=inlined.config.mjs"] }));
