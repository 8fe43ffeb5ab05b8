// A worker thread of Node, and a second one that starts when the first has ended.
import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { holds } from "../support/proof.mjs";
import { project } from "../support/project.mjs";

const folder = await project(import.meta.url);

async function inThread(at) {
  const [result] = await once(new Worker(join(folder, "thread.mjs"), { workerData: at }), "message");
  return result;
}

holds("worker thread", inThread);
holds("second worker thread", inThread);
