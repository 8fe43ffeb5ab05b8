// Sends bots' requests from a worker: browsers log the URL of a failed request, which contains the token, in the
// console of a page, but not of its workers.

/** Requests of the page. */
export type Ask =
  | { readonly id: number; readonly ask: "send"; readonly url: string; readonly method: string; readonly headers: Record<string, string>; readonly body?: string | Blob | Uint8Array<ArrayBuffer>; readonly progress: boolean }
  | { readonly id: number; readonly ask: "abort" }
  | { readonly id: number; readonly ask: "reach"; readonly url: string };

/** The worker's messages to the page. */
export type Tell =
  | { readonly id: number; readonly tell: "sent"; readonly loaded: number; readonly total: number }
  | { readonly id: number; readonly tell: "head"; readonly status: number; readonly headers: [string, string][] }
  | { readonly id: number; readonly tell: "chunk"; readonly bytes: Uint8Array }
  | { readonly id: number; readonly tell: "end" }
  | { readonly id: number; readonly tell: "failed"; readonly reason: string };

type Sending = Extract<Ask, { ask: "send" }>;

const worker = self as unknown as { postMessage(message: Tell): void; onmessage: ((event: MessageEvent<Ask>) => void) | null };
const running = new Map<number, AbortController>();
const tell = (message: Tell): void => worker.postMessage(message);

worker.onmessage = ({ data }) => {
  if (data.ask === "abort") return void running.get(data.id)?.abort();
  const controller = new AbortController();
  running.set(data.id, controller);
  const work = data.ask === "reach" ? reach(data.url) : data.progress ? upload(data, controller.signal) : send(data, controller.signal);
  work
    .then(
      (status) => void (status !== undefined && tell({ id: data.id, tell: "head", status, headers: [] }), tell({ id: data.id, tell: "end" })),
      (error: unknown) => tell({ id: data.id, tell: "failed", reason: error instanceof Error ? error.message : String(error) }),
    )
    .finally(() => running.delete(data.id));
};

async function send({ id, url, method, headers, body }: Sending, signal: AbortSignal): Promise<undefined> {
  const response = await fetch(url, { method, headers, body: body ?? null, redirect: "manual", credentials: "omit", signal });
  tell({ id, tell: "head", status: response.status, headers: [...response.headers] });
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || !value) return;
    tell({ id, tell: "chunk", bytes: value });
  }
}

/** Uses XMLHttpRequest, because `fetch` does not report upload progress. Its listeners cost a preflight request. */
function upload(asked: Sending, signal: AbortSignal): Promise<undefined> {
  const { id, url, method, headers, body } = asked;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let begun = false;
    request.open(method, url);
    request.responseType = "arraybuffer";
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => {
      begun ||= loaded > 0;
      tell({ id, tell: "sent", loaded, total });
    };
    request.onload = () => {
      const lines = request.getAllResponseHeaders().trim().split("\r\n").filter(Boolean);
      const pairs = lines.map((line): [string, string] => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]);
      tell({ id, tell: "head", status: request.status, headers: pairs });
      tell({ id, tell: "chunk", bytes: new Uint8Array(request.response as ArrayBuffer) });
      resolve(undefined);
    };
    request.onerror = () => {
      // Not a byte went out: most likely the preflight was refused, which a plain request does not need.
      if (begun) reject(new Error("the connection broke while the file was sent"));
      else send(asked, signal).then(resolve, reject);
    };
    request.onabort = () => reject(new DOMException("aborted", "AbortError"));
    signal.addEventListener("abort", () => request.abort());
    request.send(body ?? null);
  });
}

/** Resolves if a server responds at a URL, even without CORS. */
async function reach(url: string): Promise<number> {
  await fetch(url, { mode: "no-cors", credentials: "omit", cache: "no-store" });
  return 200;
}
