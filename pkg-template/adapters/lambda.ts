// The webhook for AWS Lambda behind a function URL or an HTTP API of API Gateway, payload format 2.0.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import type { PlatformResponse, RequestLike } from "../platform.js";
import { type AdapterOptions, prefixRemover } from "./prefix.js";

/** The part of `APIGatewayProxyEventV2` and `LambdaFunctionURLEvent` that this package uses. */
export interface LambdaEvent {
  readonly rawPath: string;
  readonly rawQueryString: string;
  readonly headers: { readonly [name: string]: string | undefined };
  readonly requestContext: { readonly domainName: string; readonly http: { readonly method: string } };
  readonly body?: string | undefined;
  readonly isBase64Encoded: boolean;
}

/** The response: an `APIGatewayProxyStructuredResultV2`. */
export interface LambdaResult {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  isBase64Encoded: boolean;
}

/**
 * Creates a Lambda function from a webhook handler. `env` is the event.
 *
 * ```ts
 * export const handler = lambdaHandler(createWebhookHandler(options, handle));
 * ```
 *
 * Lambda freezes the process after the response. The adapter therefore waits for promises of `waitUntil`, and for handlers that
 * run past the deadline. Set the timeout of the function accordingly. It defaults to 3 s.
 *
 * The paths of an API with a named stage begin with the stage, such as `/prod/hook/…`. Set `prefix: "/prod"`, or include the
 * stage in the `path` of the handler.
 *
 * The function throws a ValidationError for events of format 1.0, those of REST APIs and load balancers.
 */
export function lambdaHandler(
  handler: (
    request: RequestLike,
    env: any,
    context: { waitUntil(promise: Promise<unknown>): void },
  ) => Promise<PlatformResponse>,
  options?: AdapterOptions,
): (event: LambdaEvent) => Promise<LambdaResult> {
  const withoutPrefix = prefixRemover("lambdaHandler", options);
  return async (event) => {
    const http: unknown = event?.requestContext?.http;
    if (!http) throw new ValidationError("lambdaHandler", "requestContext.http", "an event of payload format 2.0", describe(http));
    const pending: Promise<unknown>[] = [];
    const response = await handler(requestOf(event, withoutPrefix(event.rawPath)), event, { waitUntil: (promise) => void pending.push(promise) });
    // Each promise may add another one.
    for (const promise of pending) await promise.catch(() => {});
    const headers = Object.fromEntries(response.headers);
    const bytes = new Uint8Array(await response.arrayBuffer());
    // Text is passed as it is; a multipart body contains bytes.
    const isBase64Encoded = headers["content-type"]?.startsWith("multipart/") ?? false;
    const body = isBase64Encoded ? Buffer.from(bytes).toString("base64") : new TextDecoder().decode(bytes);
    return { statusCode: response.status, headers, body, isBase64Encoded };
  };
}

function requestOf(event: LambdaEvent, path: string): RequestLike {
  const { requestContext, rawQueryString, headers = {}, body = "", isBase64Encoded } = event;
  const bodyOf = (): BodyInit =>
    isBase64Encoded ? Uint8Array.from(atob(body), (character) => character.charCodeAt(0)) : body;
  return {
    method: requestContext.http.method,
    // API Gateway decodes the path: "?" and "#" would end it.
    url: `https://${requestContext.domainName}/${path.replace(/^\//, "").replace(/[?#]/g, encodeURIComponent)}?${rawQueryString}`,
    headers: { get: (name) => headers[name.toLowerCase()] ?? null },
    // Decoded only after the guard has accepted the rest of the request.
    get body() {
      return new Response(bodyOf()).body;
    },
    text: async () => new Response(bodyOf()).text(),
  };
}
