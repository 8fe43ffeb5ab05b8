// The words that readers search for lead to the page about them, in any of their forms.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDocs, openSearch } from "./support.mjs";

const WORDS = {
  testing: "guide/testing",
  logging: "guide/logging",
  throttling: "guide/middleware.html#limit-the-rate",
  tunnel: "guide/tunnel",
  ngrok: "guide/tunnel",
  i18n: "guide/i18n",
  translations: "guide/i18n",
  pagination: "guide/menus",
  menus: "guide/menus",
  monitoring: "guide/monitoring",
  healthcheck: "guide/monitoring",
  docker: "hosts/docker",
  systemd: "hosts/linux",
  pm2: "hosts/linux",
  "rotate token": "guide/rotate",
  "delete user data": "guide/user-data",
  gdpr: "guide/user-data",
  "polling to webhook": "guide/polling-to-webhook",
  "error codes": "guide/error-codes",
  "github actions": "guide/ci",
  "several files": "guide/modules",
  conversations: "guide/conversations",
  fsm: "guide/conversations",
  gettext: "guide/i18n",
  flood: "guide/middleware.html#limit-the-rate",
  newsletter: "guide/broadcast",
  prometheus: "guide/monitoring",
  backoff: "guide/errors.html#retries",
  tutorial: "guide/quick-start",
  scheduler: "guide/cookbook.html#scheduled-messages",
  kubernetes: "hosts/docker",
  "bundle size": "guide/performance.html#size",
  scenes: "guide/conversations",
  wizard: "guide/conversations",
  captcha: "guide/cookbook.html#captcha",
  "typing indicator": "guide/answers-that-take-time",
  chatgpt: "guide/answers-that-take-time",
  "hello world": "guide/quick-start",
  "inline keyboard": "guide/commands-keyboards-callbacks.html#inline-keyboards",
  "reply keyboard": "guide/commands-keyboards-callbacks.html#reply-keyboards",
  "callback query": "guide/commands-keyboards-callbacks.html#callbacks",
  "answer callback query": "guide/commands-keyboards-callbacks.html#callbacks",
  "callback data": "guide/commands-keyboards-callbacks.html#callbacks",
  "bot commands": "guide/commands-keyboards-callbacks.html#commands",
  "deep link": "guide/commands-keyboards-callbacks.html#deep-links",
  "start parameter": "guide/commands-keyboards-callbacks.html#deep-links",
  "formatted text": "guide/commands-keyboards-callbacks.html#formatted-text",
  middleware: "guide/sessions.html#middleware",
  "middleware for calls": "guide/middleware",
  sessions: "guide/sessions",
  "rate limit": "guide/cookbook.html#rate-limits",
  "long polling": "guide/polling",
  "webhook secret": "guide/security.html#the-secret-path",
  "secret token": "guide/security.html#instead-of-secret-token",
  "mini app": "guide/what-2018-lacks",
  setMyCommands: "guide/what-2018-lacks",
  broadcast: "guide/broadcast",
  cron: "guide/cookbook.html#scheduled-messages",
  "unit test": "guide/testing",
  "test without network": "guide/testing",
  "inline query": "guide/inline-mode",
  "send photo": "guide/files",
  "upload file": "guide/files",
  "download file": "guide/files",
  "media group": "guide/files.html#albums",
  "ban user": "guide/cookbook.html#admin-commands",
  admin: "guide/cookbook.html#admin-commands",
  database: "guide/which-store",
  postgres: "guide/which-store.html#postgresql",
  filters: "guide/modules.html#filters",
  regex: "guide/modules.html#filters",
  composer: "guide/modules",
  concurrency: "guide/scale",
  duplicates: "guide/scale.html#duplicates",
  express: "hosts/node",
  serverless: "hosts/lambda",
  "cloudflare workers": "hosts/workers",
  proxy: "guide/troubleshooting.html#proxies",
  "migrate from telegraf": "coming-from/telegraf",
  debug: "guide/troubleshooting",
};

let docs;
before(async () => void (docs = await openDocs()));
after(() => docs?.close());

test("the search finds the page of each word first", async () => {
  const { page, close } = await docs.open("guide/what-it-is.html");
  const search = await openSearch(page);
  const wrong = [];
  for (const [word, expected] of Object.entries(WORDS)) {
    const found = (await search(word)).map((href) => href.split("/docs/")[1]);
    if (!found[0]?.startsWith(expected)) wrong.push(`${word}: ${found.slice(0, 3).join(", ") || "nothing"}, not ${expected}`);
  }
  assert.deepEqual(wrong, []);
  await close();
});
