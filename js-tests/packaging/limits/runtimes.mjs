// The runtimes for the tests of limits: each runs a function of a module of this folder, and returns its result.
import { execPath } from "node:process";
import { startWorker } from "../../support/workerd.mjs";
import { runtime, printedJson } from "../support/programs.mjs";
import { project } from "../support/project.mjs";

/** Runtime → a function that calls the export `name` of `name.mjs` there with the package and one argument. */
export async function runtimes(name) {
  const folder = await project(import.meta.url);
  const program = (path, parameters) => (at) => printedJson(path, [...parameters, "program.mjs", name, JSON.stringify(at)], folder, { DENO_NO_UPDATE_CHECK: "1" });
  return {
    Node: program(execPath, []),
    Deno: program(runtime("deno"), ["run", "--no-prompt", "--allow-net=127.0.0.1"]),
    Bun: program(runtime("bun"), []),
    async workerd(at) {
      const source = `import * as botwire from "botwire"; import { ${name} } from "./${name}.mjs";
        export default { fetch: async () => Response.json(await ${name}(botwire, ${JSON.stringify(at)})) };`;
      const worker = await startWorker(source, folder);
      try {
        return await (await worker.dispatchFetch("http://worker.invalid/")).json();
      } finally {
        await worker.dispose();
      }
    },
  };
}
