// `GET /user/events`: server-sent events, from a cursor on.

import type { IncomingMessage, ServerResponse } from "node:http";

import type { SentEvent } from "./events.js";
import type { Journal } from "./journal.js";

/** Milliseconds between the comments that keep a connection alive. */
const ALIVE_MS = 15_000;
/** Buffered bytes at which a slow client is disconnected: more than all stored events, because it returns for them. */
const MOST_WAITING_BYTES = 64 * 1024 * 1024;

/** Streams the events after the cursor of the query or of `Last-Event-ID`, or all new events without a cursor. */
export function streamEvents(journal: Journal, cursor: string | undefined, request: IncomingMessage, response: ServerResponse, headers: Record<string, string>): void {
  const { log } = journal;
  response.writeHead(200, { ...headers, "content-type": "text/event-stream", "cache-control": "no-store" });
  const from = cursor ?? request.headers["last-event-id"];
  const since = from === undefined ? [] : log.after(from);
  const send = ({ id, text }: SentEvent): void => {
    response.write(`id: ${id}\ndata: ${text}\n\n`);
    if (response.writableLength > MOST_WAITING_BYTES) response.destroy();
  };
  // Has the cursor of the client, so that nothing is lost if the connection ends right after it.
  send({ id: since === undefined || from === undefined ? log.cursor : from, text: JSON.stringify({ kind: "open", missed: since === undefined }) });
  for (const event of since ?? []) send(event);
  log.listeners.add(send);
  const timer = setInterval(() => response.write(":\n\n"), ALIVE_MS);
  (timer as { unref?: () => void }).unref?.();
  response.once("close", () => {
    clearInterval(timer);
    log.listeners.delete(send);
  });
}
