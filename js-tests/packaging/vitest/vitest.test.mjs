// Vitest: with the package as Node loads it, with the package run through Vite, and where a page's classes take the place of Node's.
import { holds } from "../support/proof.mjs";
import { link, project } from "../support/project.mjs";
import { inRunner } from "../support/runner.mjs";

const folder = await project(import.meta.url);
await link(folder, ["happy-dom", "jsdom"]);

const VITEST = "vitest/vitest.mjs";
const vitest = (...options) => inRunner(folder, VITEST, { runner: ["run", "--globals", "--root", folder, "imported.spec.mjs", ...options] });
holds("vitest", vitest());
holds("vitest, inlined", vitest("--config=inlined.config.mjs"));
// Their Blob is not the one that Node's fetch knows.
holds("vitest, jsdom", vitest("--environment=jsdom"));
holds("vitest, happy-dom", vitest("--environment=happy-dom"), true);
