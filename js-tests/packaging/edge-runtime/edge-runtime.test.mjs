// Vercel's edge runtime, from a bundle that esbuild makes as Vercel's build does for an edge function.
import { join } from "node:path";
import { holds } from "../support/proof.mjs";
import { project } from "../support/project.mjs";
import { bundled, deploy } from "../support/vercel.mjs";

const folder = await project(import.meta.url);
const { code, wasm } = await bundled(join(folder, "listener.mjs"));

holds("edge runtime", await deploy(code, wasm));
