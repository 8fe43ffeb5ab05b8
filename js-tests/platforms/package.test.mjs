// What is tested is what would be published: the installed package is the tarball of pkg/, and it is whole.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const built = fileURLToPath(new URL("../../pkg/", import.meta.url));
const installed = fileURLToPath(new URL("../node_modules/botwire/", import.meta.url));
const manifest = JSON.parse(await readFile(`${installed}package.json`, "utf8"));

test("the installed files are those that npm packs, byte for byte", async () => {
  const { stdout } = await promisify(execFile)("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: built,
    shell: process.platform === "win32",
  });
  const packed = Object.values(JSON.parse(stdout))[0].files.map(({ path }) => path).sort();
  const found = (await readdir(installed, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const names = found
    .map(({ parentPath, path, name }) =>
      `${parentPath ?? path}/${name}`.replaceAll("\\", "/").replaceAll("//", "/").slice(installed.length),
    )
    .sort();
  assert.deepEqual(names, packed);
  for (const name of packed) {
    assert.equal(Buffer.compare(await readFile(`${installed}${name}`), await readFile(`${built}${name}`)), 0, name);
  }
});

test("every file that the exports name is there", async () => {
  const targets = (value) => (typeof value === "string" ? [value] : Object.values(value).flatMap(targets));
  const named = targets(manifest.exports);
  assert.ok(named.length > 10);
  for (const target of named) assert.ok((await readFile(`${installed}${target.slice(2)}`)).length > 0, target);
});

test("a tool that does not know exports finds every module at the path that its name says", async () => {
  const modules = Object.keys(manifest.exports).filter((name) => name !== "." && !/\.(json|wasm)$/.test(name));
  assert.ok(modules.length > 5);
  for (const name of modules) {
    const found = await Promise.any([`${name}.js`, `${name}/index.js`].map((file) => readFile(`${installed}${file.slice(2)}`))).catch(() => undefined);
    assert.ok(found, name);
  }
});

test("runtimes come in an order in which each finds its own", () => {
  const conditions = Object.keys(manifest.exports["."]);
  for (const [first, second] of [
    ["types", "workerd"],
    ["workerd", "node"],
    ["workerd", "browser"],
    ["edge-light", "browser"],
    ["deno", "node"],
    ["bun", "node"],
    ["node", "browser"],
    ["browser", "default"],
  ]) {
    assert.ok(conditions.includes(first) && conditions.includes(second), `${first}, ${second}`);
    assert.ok(conditions.indexOf(first) < conditions.indexOf(second), `${first} before ${second}`);
  }
});

test("nothing else is needed at run time", () => {
  for (const kind of ["dependencies", "peerDependencies", "optionalDependencies", "scripts"])
    assert.deepEqual(manifest[kind] ?? {}, {}, kind);
});

test("schema.json tells the methods and parameters of the spec", async () => {
  const schema = JSON.parse(await readFile(`${installed}schema.json`, "utf8"));
  const { methods } = await import("../support/spec.mjs");
  const listed = Array.isArray(schema.methods)
    ? schema.methods
    : Object.entries(schema.methods).map(([name, method]) => ({ name, ...method }));
  assert.deepEqual(listed.map(({ name }) => name).sort(), Object.keys(methods).sort());
  const named = listed.flatMap(({ name, parameters, params }) => {
    const all = parameters ?? params;
    return (Array.isArray(all) ? all : Object.entries(all.fields ?? all).map(([field, rest]) => ({ name: field, ...rest }))).map(
      (one) => `${name}.${one.name}`,
    );
  });
  assert.deepEqual(
    named.sort(),
    Object.entries(methods).flatMap(([name, { params: own }]) => Object.keys(own).map((field) => `${name}.${field}`))
      .sort(),
  );
  assert.equal(named.length, 255);
});
