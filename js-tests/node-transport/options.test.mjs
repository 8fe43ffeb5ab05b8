// How a bot in Node reaches its service: a private authority, a proxy, a Unix socket, an agent; and which options exclude others.
import assert from "node:assert/strict";
import { Agent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import { createRequire } from "node:module";
import { join } from "node:path";
import { execPath } from "node:process";
import { before, describe, test } from "node:test";
import { Bot, download } from "botwire";
import { printedJson } from "../packaging/support/programs.mjs";
import { temporary } from "../support/temporary.mjs";
import { certificateFor, failing, RESULT, serveHttp, serveHttps, serveProxy, TOKEN } from "./servers.mjs";

const bot = (baseUrl, options) => new Bot({ baseUrl, token: TOKEN, ...options });
const basic = (text) => `Basic ${Buffer.from(text).toString("base64")}`;

let certificate;
let internal;
before(() => {
  certificate = certificateFor("localhost");
  internal = certificateFor("bots.internal");
});

describe("ca", () => {
  const url = ({ port }) => `https://localhost:${port}`;

  test("without it, the certificate of a private authority is refused", async () => {
    const error = await failing(bot(url(await serveHttps(certificate))).getMe());
    assert.deepEqual([error.kind, error.cause.code], ["network", "SELF_SIGNED_CERT_IN_CHAIN"]);
  });
  for (const [form, of] of Object.entries({ bytes: (ca) => ca, text: String, "a list": (ca) => [String(ca)] })) {
    test(`as ${form}, it is trusted, and the connection is kept`, async () => {
      const service = await serveHttps(certificate);
      const secure = bot(url(service), { ca: of(certificate.ca) });
      for (let call = 0; call < 3; call++) assert.equal(await secure.getMe(), true);
      assert.equal(service.accepted, 1);
      secure.close();
    });
  }
  test("a certificate for another host is refused", async () => {
    const other = await serveHttps(internal);
    const error = await failing(bot(`https://localhost:${other.port}`, { ca: internal.ca }).getMe());
    assert.equal(error.cause.code, "ERR_TLS_CERT_ALTNAME_INVALID");
  });
});

describe("socketPath", () => {
  test("the service is reached by the Unix socket, with the host and the path of baseUrl", async () => {
    const socketPath = join(temporary(), "bots.sock");
    const seen = [];
    const service = await serveHttp((request, response) => {
      seen.push([request.headers.host, request.url]);
      request.resume().on("end", () => response.end(RESULT));
    }, { where: [socketPath] });
    const local = bot("http://localhost/api", { socketPath });
    for (let call = 0; call < 3; call++) assert.equal(await local.getMe(), true);
    await local.sendDocument({ chat_id: 1, document: new Blob(["a"]) });
    assert.deepEqual(seen[0], ["localhost", `/api/bot${TOKEN}/getMe`]);
    assert.deepEqual([seen.length, service.accepted], [4, 1]);
    local.close();
  });
  test("a socket that is not there: a NetworkError", async () => {
    const error = await failing(bot("http://localhost", { socketPath: "/nowhere/bots.sock" }).getMe());
    assert.deepEqual([error.kind, error.cause.code], ["network", "ENOENT"]);
  });
});

describe("agent", () => {
  test("an agent of the program holds the connections, and close() leaves them open", async () => {
    const service = await serveHttp();
    const agent = new Agent({ keepAlive: true });
    const own = bot(`http://127.0.0.1:${service.port}`, { agent });
    await own.getMe();
    own.close();
    assert.equal(Object.values(agent.freeSockets).flat().length, 1);
    await own.getMe();
    assert.equal(service.accepted, 1);
    agent.destroy();
  });
  test("its limit of connections holds", async () => {
    const service = await serveHttp();
    const agent = new Agent({ keepAlive: true, maxSockets: 2 });
    const own = bot(`http://127.0.0.1:${service.port}`, { agent });
    await Promise.all(Array.from({ length: 20 }, () => own.getMe()));
    assert.equal(service.accepted, 2);
    agent.destroy();
  });
  test("one for the other protocol is refused by Node, without the token", async () => {
    const error = await failing(bot("https://localhost:1", { agent: new Agent() }).getMe());
    assert.equal(error.kind, "network");
    assert.ok(!JSON.stringify([error.message, error.cause.message]).includes("AAHdqTcv"));
  });
});

describe("proxy", () => {
  test("http: calls, uploads and downloads pass through one tunnel", async () => {
    const proxy = await serveProxy();
    const service = await serveHttps(internal, (request, response) =>
      request.resume().on("end", () => response.end(request.url.startsWith("/file/") ? "content" : RESULT)));
    const behind = bot(`https://bots.internal:${service.port}`, { ca: internal.ca, proxy: `http://127.0.0.1:${proxy.port}` });
    assert.equal(await behind.getMe(), true);
    assert.equal(await behind.sendDocument({ chat_id: 1, document: new Uint8Array(3_000_000) }), true);
    assert.equal(await (await download(behind, { file_id: "a", file_path: "a" })).text(), "content");
    assert.deepEqual(proxy.asked, [{ target: `bots.internal:${service.port}`, authorization: undefined }]);
    behind.close();
  });
  test("50 first calls at once", async () => {
    const proxy = await serveProxy();
    const service = await serveHttp();
    const behind = bot(`http://127.0.0.1:${service.port}`, { proxy: `http://127.0.0.1:${proxy.port}` });
    await Promise.all(Array.from({ length: 50 }, () => behind.getMe()));
    assert.deepEqual([proxy.asked.length, service.accepted], [50, 50]);
    behind.close();
  });
  test("https, with a user and a password that are escaped", async () => {
    const proxy = await serveProxy({ certificate });
    const service = await serveHttp();
    const behind = bot(`http://127.0.0.1:${service.port}`, { ca: certificate.ca, proxy: `https://me%40home:p%3Aw%25@localhost:${proxy.port}` });
    assert.equal(await behind.getMe(), true);
    assert.deepEqual(proxy.asked, [{ target: `127.0.0.1:${service.port}`, authorization: basic("me@home:p:w%") }]);
    behind.close();
  });
  test("a refusal is a NetworkError with its status and without the password", async () => {
    const proxy = await serveProxy({ refuse: () => "HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\n\r\n" });
    const error = await failing(bot("https://bots.internal", { proxy: `http://me:hunter2@127.0.0.1:${proxy.port}` }).getMe());
    assert.deepEqual([error.kind, error.cause.message], ["network", "the proxy answered CONNECT with HTTP 407"]);
    assert.ok(!error.stack.includes("hunter2"));
  });
  for (const [what, options] of Object.entries({ "a timeout": () => ({ timeoutMs: 50 }), "a signal": () => ({ signal: AbortSignal.timeout(50) }) })) {
    test(`a proxy that never answers: ${what} ends the connection`, async () => {
      const proxy = await serveProxy({ silent: true });
      const error = await failing(bot("https://bots.internal", { proxy: `http://127.0.0.1:${proxy.port}` }).getMe({}, options()));
      assert.match(error.kind, /timeout|aborted/);
      while (proxy.sockets.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    });
  }
  test("a proxy that is not there, and one that hangs up", async () => {
    const { kind, cause } = await failing(bot("https://bots.internal", { proxy: "http://127.0.0.1:1" }).getMe());
    assert.deepEqual([kind, cause.code], ["network", "ECONNREFUSED"]);
    const proxy = await serveProxy({ refuse: () => "nonsense\r\n\r\n" });
    assert.equal((await failing(bot("https://bots.internal", { proxy: `http://127.0.0.1:${proxy.port}` }).getMe())).kind, "network");
  });
});

describe('proxy: "env"', () => {
  const NAMES = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy"];
  /** The CONNECT requests that a call with these variables makes; `%` is the port of the proxy. */
  async function asked(variables, host = "bots.internal", isSecure = false) {
    const proxy = await serveProxy();
    const service = await (isSecure ? serveHttps(internal) : serveHttp());
    const before = Object.fromEntries(NAMES.map((name) => [name, process.env[name]]));
    for (const name of NAMES) delete process.env[name];
    for (const [name, value] of Object.entries(variables)) process.env[name] = value.replace("%", proxy.port).replace("$", service.port);
    try {
      const ca = isSecure ? { ca: internal.ca } : {};
      const behind = bot(`http${isSecure ? "s" : ""}://${host}:${service.port}`, { ...ca, proxy: "env", allowHttp: true, timeoutMs: 5000 });
      const outcome = await behind.getMe().catch(({ cause }) => cause.code);
      behind.close();
      return [proxy.asked.length, outcome];
    } finally {
      for (const name of NAMES) {
        delete process.env[name];
        if (before[name] !== undefined) process.env[name] = before[name];
      }
    }
  }
  const direct = [0, "ENOTFOUND"];
  for (const [what, variables, expected, host, isSecure] of [
    ["HTTPS_PROXY is for https", { HTTPS_PROXY: "http://127.0.0.1:%" }, [1, true], "bots.internal", true],
    ["HTTP_PROXY is not", { HTTP_PROXY: "http://127.0.0.1:%" }, direct, "bots.internal", true],
    ["HTTP_PROXY is for http", { HTTP_PROXY: "http://127.0.0.1:%" }, [1, true]],
    ["lower case comes first", { http_proxy: "http://127.0.0.1:%", HTTP_PROXY: "http://127.0.0.1:1" }, [1, true]],
    ["a proxy without a scheme", { http_proxy: "127.0.0.1:%" }, [1, true]],
    ["none", {}, [0, true], "127.0.0.1"],
    ["NO_PROXY with the host", { http_proxy: "http://127.0.0.1:%", NO_PROXY: "other.example, bots.internal" }, direct],
    ["a domain above it", { http_proxy: "http://127.0.0.1:%", NO_PROXY: "internal" }, direct],
    ["a domain with a dot", { http_proxy: "http://127.0.0.1:%", no_proxy: ".INTERNAL" }, direct],
    ["a domain with a star", { http_proxy: "http://127.0.0.1:%", no_proxy: "*.internal" }, direct],
    ["all", { http_proxy: "http://127.0.0.1:%", no_proxy: "*" }, direct],
    ["the end of a name is not a domain", { http_proxy: "http://127.0.0.1:%", no_proxy: "ots.internal,ternal" }, [1, true]],
    ["the port", { http_proxy: "http://127.0.0.1:%", no_proxy: "bots.internal:$" }, direct],
    ["another port", { http_proxy: "http://127.0.0.1:%", no_proxy: "bots.internal:1" }, [1, true]],
    ["an address", { http_proxy: "http://127.0.0.1:%", no_proxy: "127.0.0.1" }, [0, true], "127.0.0.1"],
    ["an address of version 6", { http_proxy: "http://127.0.0.1:%", no_proxy: "::1" }, [0, "ECONNREFUSED"], "[::1]"],
    ["empty entries", { http_proxy: "http://127.0.0.1:%", no_proxy: " , ," }, [1, true]],
  ]) {
    test(what, async () => assert.deepEqual(await asked(variables, host, isSecure), expected));
  }
  test("a variable with something else is named, and its value is not shown", async () => {
    const error = await failing(asked({ https_proxy: "socks5://me:hunter2@127.0.0.1" }, "bots.internal", true));
    assert.deepEqual([error.kind, error.path], ["validation", "proxy"]);
    assert.match(error.message, /https_proxy/);
    assert.ok(!error.message.includes("hunter2"));
  });
});

describe("options", () => {
  const fetch = async () => Response.json({ ok: true, result: true });
  const values = { agent: new SecureAgent(), ca: "certificate", proxy: "http://proxy.example", socketPath: "/run/bots.sock" };
  const refusal = (options) => {
    try {
      bot("https://bots.example", options);
    } catch (error) {
      return [error.kind, error.path, error.message];
    }
    return undefined;
  };
  for (const [name, value] of Object.entries(values)) {
    test(`fetch and ${name} exclude each other`, () =>
      assert.deepEqual(refusal({ fetch, [name]: value }), ["validation", name, `Bot: ${name}: expected no ${name} together with fetch, got both`]));
  }
  for (const name of ["ca", "proxy", "socketPath"]) {
    test(`agent and ${name} exclude each other`, () => assert.equal(refusal({ agent: values.agent, [name]: values[name] })[1], name));
  }
  test("socketPath and proxy exclude each other", () => assert.equal(refusal({ socketPath: "/a", proxy: "http://proxy.example" })[1], "proxy"));
  for (const [name, wrong] of [
    ...[null, 1, {}, "", []].map((value) => ["agent", value]),
    ...[null, 1, {}, "", [], [1], [""]].map((value) => ["ca", value]),
    ...[null, 1, {}, "", "proxy.example:3128", "socks5://proxy.example", "http://proxy.example/path", "ENV"].map((value) => ["proxy", value]),
    ...[null, 1, {}, ""].map((value) => ["socketPath", value]),
  ]) {
    test(`${name}: ${JSON.stringify(wrong)} is refused`, () => assert.deepEqual(refusal({ [name]: wrong })?.slice(0, 2), ["validation", name]));
  }
  test("the fetch of one call wins", async () => {
    const behind = bot("https://bots.internal", { proxy: "http://127.0.0.1:1" });
    assert.equal(await behind.getMe({}, { fetch }), true);
  });
  test("a replaced global fetch is used by bots without these options only", async () => {
    const { fetch: own } = globalThis;
    globalThis.fetch = fetch;
    try {
      assert.equal(await bot("https://bots.internal").getMe(), true);
      assert.equal((await failing(bot("https://bots.internal", { proxy: "http://127.0.0.1:1" }).getMe())).kind, "network");
    } finally {
      globalThis.fetch = own;
    }
  });
  for (const [runtime, pretend] of Object.entries({
    Electron: 'Object.defineProperty(process, "versions", { value: { ...process.versions, electron: "40.0.0" } })',
    Bun: "globalThis.Bun = {}",
    Deno: "globalThis.Deno = {}",
  })) {
    test(`${runtime} sends by its fetch and refuses them`, async () => {
      const program = `${pretend};
        const { Bot } = await import("botwire");
        globalThis.fetch = async () => Response.json({ ok: true, result: "by fetch" });
        const options = { baseUrl: "https://bots.invalid", token: "1:a" };
        const refused = ["agent", "ca", "proxy", "socketPath"].map((name) => {
          try { new Bot({ ...options, [name]: "a" }); } catch ({ message }) { return message; }
        });
        console.log(JSON.stringify([await new Bot(options).getMe(), refused]));`;
      const [result, refused] = await printedJson(execPath, ["--input-type=module", "-e", program], new URL("..", import.meta.url));
      assert.equal(result, "by fetch");
      assert.deepEqual(refused, ["agent", "ca", "proxy", "socketPath"].map((name) => `Bot: ${name}: expected no ${name} outside of Node: pass a fetch that has it, got a different String`));
    });
  }
  test("CommonJS has the same", async () => {
    const { Bot: Required } = createRequire(import.meta.url)("botwire");
    const proxy = await serveProxy();
    const service = await serveHttp();
    const behind = new Required({ baseUrl: `http://127.0.0.1:${service.port}`, token: TOKEN, proxy: `http://127.0.0.1:${proxy.port}` });
    assert.equal(await behind.getMe(), true);
    assert.equal(proxy.asked.length, 1);
    behind.close();
  });
});
