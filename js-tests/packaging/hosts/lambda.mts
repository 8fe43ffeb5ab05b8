// AWS Lambda behind an HTTP API of API Gateway or behind a function URL.
import type { APIGatewayProxyHandlerV2, LambdaFunctionURLHandler } from "aws-lambda";
import { createWebhookHandler } from "botwire";
import { lambdaHandler } from "botwire/adapters/lambda";
import { handle, options } from "./bot.mts";

export const handler: APIGatewayProxyHandlerV2 & LambdaFunctionURLHandler = lambdaHandler(createWebhookHandler(options, handle));
