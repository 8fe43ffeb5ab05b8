// Node as a CommonJS module, on the Node that runs the tests.
import { execPath } from "node:process";
import { printedJson } from "../support/programs.mjs";
import { holds } from "../support/proof.mjs";
import { project } from "../support/project.mjs";

const folder = await project(import.meta.url);

holds("node, require", ({ baseUrl, token }) => printedJson(execPath, ["program.cjs", baseUrl, token], folder));
