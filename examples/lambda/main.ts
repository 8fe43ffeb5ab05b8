// AWS Lambda with a function URL or an HTTP API of API Gateway.
import type { APIGatewayProxyHandlerV2, LambdaFunctionURLHandler } from "aws-lambda";
import { createWebhookHandler, inOrder, memoryStore } from "botwire";
import { lambdaHandler } from "botwire/adapters/lambda";
import { postgresStore } from "botwire/stores/postgres";
import postgres from "postgres";
import { handler as answer } from "./bot.ts";

const { SERVICE = "", BOT_TOKEN = "", HOOK_PATH = "", DATABASE_URL = "", AWS_LAMBDA_FUNCTION_NAME } = process.env;

/** Opens the store that all instances share, with one connection each. On your machine, memory is enough. */
async function openStore() {
  if (!AWS_LAMBDA_FUNCTION_NAME) return memoryStore();
  const store = postgresStore(postgres(DATABASE_URL, { max: 1 }));
  await store.createTables();
  return store;
}
const store = await openStore();

// An update that is delivered twice is handled once, and the updates of a chat are handled in order.
export const webhook = createWebhookHandler({ baseUrl: SERVICE, token: BOT_TOKEN, path: HOOK_PATH, store }, inOrder({ store }, answer));

export const handler: APIGatewayProxyHandlerV2 & LambdaFunctionURLHandler = lambdaHandler(webhook);
