// The clients that the stores take, and the context of sessions.
import { neon } from "@neondatabase/serverless";
import { Redis as Upstash } from "@upstash/redis";
import { createWebhookHandler, memoryStore, on, sessions, type SessionStore, type WebhookOptions } from "botwire";
import { postgresStore } from "botwire/stores/postgres";
import { redisStore } from "botwire/stores/redis";
import { sqliteStore } from "botwire/stores/sqlite";
import { Cluster, Redis as Ioredis } from "ioredis";
import postgres from "postgres";
import { createClient, createClientPool, createCluster } from "redis";

const stores: SessionStore[] = [
  redisStore(createClient()),
  redisStore(createClientPool()),
  redisStore(createCluster({ rootNodes: [] })),
  redisStore(new Ioredis()),
  redisStore(new Cluster([])),
  redisStore(new Upstash({ url: "https://redis.example", token: "a" }), { prefix: "bots:" }),
  redisStore((command) => createClient().sendCommand(command)),
  postgresStore(postgres("")),
  postgresStore(neon("")),
  postgresStore(async () => [{ key: "a" }], { tablePrefix: "bots_" }),
  sqliteStore(() => []),
];
// @ts-expect-error: a URL is not a client
redisStore("redis://127.0.0.1");
// @ts-expect-error: nor is it one here
postgresStore("postgres://127.0.0.1");

interface Session {
  count: number;
}
declare module "botwire" {
  interface BotTypes {
    session: Session;
  }
}
declare const options: WebhookOptions;
const counting = on({ message: (_message, { session }) => void session.count++ });
createWebhookHandler(options, sessions<Session>({ store: stores[0]!, initial: () => ({ count: 0 }) }, counting));
createWebhookHandler(options, sessions({ store: new Map<string, string>() as never, initial: () => ({ count: 0 }) }, (_update, context) => {
  context.session.count++;
  context.session = undefined;
  // @ts-expect-error: the session has no such field
  context.session.counts++;
}));
// @ts-expect-error: of what initial returns the handler expects more
sessions<Session>({ store: memoryStore(), initial: () => ({}) }, counting);
// @ts-expect-error: no such key
sessions({ store: memoryStore(), initial: () => ({ count: 0 }), by: "group" }, counting);
