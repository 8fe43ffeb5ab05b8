// Two copies of the package in one process, each both imported and required: guards know the errors of the others.
import assert from "node:assert/strict";
import { cp, mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { holds } from "../support/proof.mjs";
import { install, pack, project } from "../support/project.mjs";

const first = await project(import.meta.url);
const second = join(first, "second");
await mkdir(join(second, "node_modules"), { recursive: true });
await install(second, await pack(second));
await cp(join(first, "copy.mjs"), join(second, "copy.mjs"));

const copies = {};
for (const [name, folder] of Object.entries({ first, second })) {
  copies[`${name}, imported`] = await import(pathToFileURL(join(folder, "copy.mjs")));
  copies[`${name}, required`] = createRequire(join(folder, "here.cjs"))("botwire");
}
const { scenario } = await import(pathToFileURL(join(first, "scenario.mjs")));

test("they are four", () => assert.equal(new Set(Object.values(copies).map(({ Bot }) => Bot)).size, 4));

for (const [thrower, { Bot, createWebhookHandler }] of Object.entries(copies)) {
  for (const [guard, { isApiError, isValidationError }] of Object.entries(copies)) {
    holds(`errors of ${thrower}; guards of ${guard}`, (at) => scenario({ Bot, createWebhookHandler, isApiError, isValidationError }, at));
  }
}
