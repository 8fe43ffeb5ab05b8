// The options of Node's transport accept objects of Node's own modules.
import { readFileSync } from "node:fs";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { Bot, type BotOptions, createWebhookHandler, type NodeOptions } from "botwire";

const baseUrl = "https://bots.example";
const token = "1:TOKEN";
new Bot({ baseUrl, token, agent: new HttpsAgent({ keepAlive: true }) }).close() satisfies void;
new Bot({ baseUrl, token, agent: new HttpAgent() });
new Bot({ baseUrl, token, ca: readFileSync("ca.pem") });
new Bot({ baseUrl, token, ca: ["-----BEGIN CERTIFICATE-----", readFileSync("ca.der")] as const, proxy: "http://proxy.example:3128" });
new Bot({ baseUrl, token, proxy: process.env["PROXY"] });
createWebhookHandler({ baseUrl, token, path: "/hook", proxy: "env" }, () => undefined);
const options: NodeOptions = { socketPath: "/run/bots.sock" };
({ baseUrl, token, ...options }) satisfies BotOptions;

// @ts-expect-error Not an agent.
new Bot({ baseUrl, token, agent: {} });
// @ts-expect-error Not a certificate.
new Bot({ baseUrl, token, ca: 1 });
// @ts-expect-error Not a URL.
new Bot({ baseUrl, token, proxy: { host: "proxy.example" } });
// @ts-expect-error Of bots only.
new Bot({ baseUrl, token }).getMe({}, { proxy: "env" });
