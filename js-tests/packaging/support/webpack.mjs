// Bundles with webpack 5 without configuration, for production.
import assert from "node:assert/strict";
import { join } from "node:path";
import { promisify } from "node:util";
import webpack from "webpack";

/** Bundles a file of a project, and fails if webpack warns. Returns the output folder. */
export async function bundle(folder, entry, configuration = {}) {
  const path = join(folder, "dist");
  const compiler = webpack({ mode: "production", context: folder, entry: `./${entry}`, output: { path }, ...configuration });
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
  assert.deepEqual({ errors, warnings }, { errors: [], warnings: [] });
  return path;
}
