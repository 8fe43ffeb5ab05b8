// Test runners that a user of the package has: the scenario as a test of theirs.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import { inPackage, output } from "./programs.mjs";

/** Returns the function that starts a runner, a program of an npm package, in the project. */
export const inRunner = (folder, program, parameters) => async (at) => {
  const file = join(folder, "result.json");
  await output(execPath, [...parameters.node ?? [], inPackage(program), ...parameters.runner], folder, { AT: JSON.stringify(at), TOLD: file });
  return JSON.parse(await readFile(file, "utf8"));
};
