// Tests run what would be published: the installed package is the tarball of pkg/, and it is complete.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { SURVIVORS } from "../mutants/survivors.mjs";
import { methods } from "../support/spec.mjs";

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
  const { methods: listed } = JSON.parse(await readFile(`${installed}schema.json`, "utf8"));
  const named = Object.entries(listed).map(([name, { params }]) => [name, params.map((param) => param.name).sort()]);
  assert.deepEqual(Object.fromEntries(named), Object.fromEntries(Object.entries(methods).map(([name, { params }]) => [name, Object.keys(params).sort()])));
});

test("each entry of mutants/survivors.mjs is a line of the sources, compiled as for mutants", async () => {
  for (const { file, line } of SURVIVORS) {
    const source = await readFile(new URL(`../../pkg-template/${file.replace(/js$/, "ts")}`, import.meta.url), "utf8");
    const { code } = await transform(source, { loader: "ts", target: "es2022" });
    assert.ok(code.split("\n").some((other) => other.trim() === line), `${file}: ${line}`);
  }
});
