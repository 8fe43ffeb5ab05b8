// Bots whose service records requests, and middleware that records calls.
import { delivery } from "../support/deliveries.mjs";

export const TOKEN = "1:secret";
export const baseUrl = "https://service.example";

/** A bot whose service records requests; `answers` are its results by method. */
export function served({ answers = {}, ...options } = {}) {
  const sent = [];
  const fetch = async (url, init = {}) => {
    if (url.includes("/file/")) return new Response("content");
    const method = url.split("/").at(-1);
    const params = typeof init.body === "string" ? JSON.parse(init.body) : {};
    sent.push([method, params]);
    const answer = answers[method]?.(params, init);
    return answer instanceof Response ? answer : Response.json({ ok: true, result: answer ?? true });
  };
  return { sent, fetch, options: { baseUrl, token: TOKEN, fetch, ...options } };
}

/** Middleware that records each call and its outcome. */
export function watching() {
  const seen = [];
  const watch = async (call, next) => {
    const entry = { ...call };
    seen.push(entry);
    entry.result = await next(call);
    return entry.result;
  };
  return { seen, watch, names: () => seen.map(({ method, origin }) => `${method} ${origin}`) };
}

export const deliver = (update) => delivery({ update_id: 1, ...update }, { path: "/a" });
