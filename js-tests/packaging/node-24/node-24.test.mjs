// Node 24, which npm has for Linux and Windows, as an ES module and as a CommonJS module.
import { test } from "node:test";
import { runtime, printedJson } from "../support/programs.mjs";
import { holds } from "../support/proof.mjs";
import { project } from "../support/project.mjs";

const node = runtime("node24");
if (node) {
  const folder = await project(import.meta.url);
  holds("node 24, import", ({ baseUrl, token }) => printedJson(node, ["program.mjs", baseUrl, token], folder));
  holds("node 24, require", ({ baseUrl, token }) => printedJson(node, ["program.cjs", baseUrl, token], folder));
} else {
  test("node 24", { skip: "npm has no Node 24 for this machine" });
}
