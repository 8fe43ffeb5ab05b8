// The heap of a worker in workerd, read through its inspector.
import { fetch } from "miniflare";

/**
 * Returns the function that collects garbage in the worker and returns the bytes that are then in use.
 *
 * @param poke - Sends the worker a request: without any, workerd leaves the inspector waiting.
 */
export async function heapOf(miniflare, worker, poke) {
  const url = new URL(`/core:user:${worker}`, await miniflare.getInspectorURL());
  url.protocol = "http:";
  const { webSocket } = await fetch(url, { headers: { upgrade: "websocket" } });
  const waiting = new Map();
  webSocket.accept();
  webSocket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(data);
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  let asked = 0;
  const ask = async (method) => {
    const id = ++asked;
    const answered = new Promise((resolve) => waiting.set(id, resolve));
    webSocket.send(JSON.stringify({ id, method }));
    while (waiting.has(id)) await poke();
    return answered;
  };
  return async () => {
    await ask("HeapProfiler.enable");
    await ask("HeapProfiler.collectGarbage");
    return (await ask("Runtime.getHeapUsage")).usedSize;
  };
}
