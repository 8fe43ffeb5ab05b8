// Events of AWS Lambda for a request, as documented for payload format 2.0.

/** The event of a std Request. */
export async function eventOf(request, isBase64Encoded) {
  const { method, headers, url } = request;
  const bytes = Buffer.from(await request.arrayBuffer());
  const path = new URL(url).pathname;
  return {
    version: "2.0",
    routeKey: "$default",
    rawPath: path,
    rawQueryString: "a=1&b=2",
    cookies: [],
    headers: { ...Object.fromEntries(headers), host: "id.lambda-url.eu-west-1.on.aws", "content-length": String(bytes.length) },
    queryStringParameters: { a: "1", b: "2" },
    requestContext: {
      accountId: "anonymous",
      apiId: "id",
      domainName: "id.lambda-url.eu-west-1.on.aws",
      domainPrefix: "id",
      http: { method, path, protocol: "HTTP/1.1", sourceIp: "127.0.0.1", userAgent: "a" },
      requestId: "id",
      routeKey: "$default",
      stage: "$default",
      time: "21/Nov/2026:06:00:00 +0000",
      timeEpoch: 1,
    },
    body: isBase64Encoded ? bytes.toString("base64") : bytes.toString(),
    isBase64Encoded,
  };
}

/** The std Response of a result. */
export const responseOf = ({ statusCode, headers, body, isBase64Encoded }) =>
  new Response(isBase64Encoded ? Buffer.from(body, "base64") : body, { status: statusCode, headers });
