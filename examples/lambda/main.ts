// AWS Lambda behind a function URL or an HTTP API of API Gateway.
import type { APIGatewayProxyHandlerV2, LambdaFunctionURLHandler } from "aws-lambda";
import { createWebhookHandler } from "botwire";
import { lambdaHandler } from "botwire/adapters/lambda";
import { handler as answer } from "./bot.ts";

const { SERVICE = "", BOT_TOKEN = "", HOOK_PATH = "" } = process.env;

const webhook = createWebhookHandler({ baseUrl: SERVICE, token: BOT_TOKEN, path: HOOK_PATH }, answer);

export const handler: APIGatewayProxyHandlerV2 & LambdaFunctionURLHandler = lambdaHandler(webhook);
