// Files of every kind, in every place, arrive byte for byte with name and type, regardless of the requested encoding.
import assert from "node:assert/strict";
import { openAsBlob } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { runInNewContext } from "node:vm";
import { WAYS, assertFile, wayName } from "../support/arrival.mjs";
import { recorded } from "../support/recorded.mjs";
import { ok } from "../support/recorder.mjs";
import { FILE, HARD, everything, fileParameters, onlyRequired } from "../support/samples.mjs";
import { methods } from "../support/spec.mjs";
import { temporary } from "../support/temporary.mjs";

const { service, botWith } = await recorded(ok());
const bot = botWith();

async function send(method, params, options) {
  service.clear();
  await bot.call(method, params, options);
  assert.equal(service.only.encoding, "multipart");
  return service.only.params;
}

describe("every parameter that takes a file", () => {
  const found = Object.keys(methods).flatMap((method) => fileParameters(method).map((parameter) => ({ method, ...parameter })));
  assert.equal(found.length, 12);
  for (const { method, name } of found) {
    test(`${method}.${name}`, async () => {
      for (const sample of [everything(method)[0], onlyRequired(method)[0]]) {
        const { [name]: came, ...others } = await send(method, { ...sample, [name]: FILE });
        await assertFile(came, FILE, name);
        const { [name]: _, ...input } = sample;
        assert.deepEqual(Object.keys(others).sort(), Object.keys(input).sort());
        for (const [key, value] of Object.entries(input)) {
          assert.deepEqual(typeof value === "string" ? others[key] : JSON.parse(others[key]), value, key);
        }
      }
    });
  }
  for (const { method, name } of found.filter(({ orString }) => !orString)) {
    test(`${method}.${name} takes no string`, async () => {
      const error = await bot.call(method, { ...onlyRequired(method)[0], [name]: "AgADBAAD" }).catch((caught) => caught);
      assert.equal(error.kind, "validation");
      assert.equal(error.path, name);
    });
  }
});

const bytes = Uint8Array.from({ length: 1000 }, (_, index) => (index * 7) & 255);
const surrounded = Uint8Array.from([1, 2, ...bytes, 3, 4]).buffer;
function stream() {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, (at += 333)));
    },
  });
}

/**
 * Each kind of file with the expected name and type; created anew for each test, since streams can be read only once.
 */
const KINDS = {
  File: () => [new File([bytes], "a.bin", { type: "x/y" }), { name: "a.bin", type: "x/y" }],
  "File without a type": () => [new File([bytes], "a.bin"), { name: "a.bin" }],
  Blob: () => [new Blob([bytes], { type: "x/y" }), { type: "x/y" }],
  ArrayBuffer: () => [bytes.slice().buffer, {}],
  Uint8Array: () => [bytes, {}],
  "Uint8Array inside a larger buffer": () => [new Uint8Array(surrounded, 2, 1000), {}],
  Uint16Array: () => [new Uint16Array(surrounded, 2, 500), {}],
  Float64Array: () => [new Float64Array(bytes.slice().buffer), {}],
  DataView: () => [new DataView(surrounded, 2, 1000), {}],
  Buffer: () => [Buffer.from(bytes), {}],
  "Uint8Array of another realm": () => [runInNewContext("Uint8Array.from(bytes)", { bytes }), {}],
  ReadableStream: () => [stream(), {}],
  Response: () => [new Response(bytes, { headers: { "content-type": "x/y" } }), { type: "x/y" }],
  "{ data: Uint8Array, name, type }": () => [
    { data: bytes, name: "ä b.bin", type: "x/y" },
    { name: "ä b.bin", type: "x/y" },
  ],
  "{ data: ArrayBuffer, name }": () => [{ data: bytes.slice().buffer, name: "a.bin" }, { name: "a.bin" }],
  "{ data: Blob }": () => [{ data: new Blob([bytes], { type: "x/y" }) }, { type: "x/y" }],
  "{ data: File, name }": () => [
    { data: new File([bytes], "a", { type: "x/y" }), name: "b" },
    { name: "b", type: "x/y" },
  ],
  "{ data: ReadableStream, name, type }": () => [
    { data: stream(), name: "s.bin", type: "x/y" },
    { name: "s.bin", type: "x/y" },
  ],
  "{ data: Response, name }": () => [{ data: new Response(bytes), name: "r.bin" }, { name: "r.bin" }],
};

describe("every kind of file", () => {
  for (const [what, make] of Object.entries(KINDS)) {
    for (const way of WAYS) {
      test(`${what}, asked for ${wayName(way)}`, async () => {
        const [document, { name, type }] = make();
        const asked = botWith({ ...way });
        service.clear();
        await asked.sendDocument({ chat_id: 1, document });
        const { encoding, httpMethod, params } = service.only;
        assert.equal(`${encoding} by ${httpMethod}`, "multipart by POST");
        assert.deepEqual(params.document.bytes, Buffer.from(bytes));
        assert.ok(params.document.name.length > 0, "a part without a name would not be a file");
        if (name) assert.equal(params.document.name, name);
        if (type) assert.equal(params.document.type, type);
      });
    }
  }
  for (const size of [0, 1, 5 << 20]) {
    test(`a file of ${size} bytes`, async () => {
      const data = new Uint8Array(size).map((_, index) => index % 251);
      const { document } = await send("sendDocument", { chat_id: 1, document: data });
      assert.equal(Buffer.compare(document.bytes, data), 0);
    });
  }
  test("a file on the disk, streamed", async () => {
    const file = join(temporary(), "a.bin");
    await writeFile(file, bytes);
    const { document } = await send("sendDocument", { chat_id: 1, document: await openAsBlob(file) });
    assert.deepEqual(document.bytes, Buffer.from(bytes));
  });
});

describe("names of files", () => {
  for (const name of ["a.txt", "ünï.png", 'a "b" c', "a;b=c", "👩‍👩‍👧.gif"]) {
    test(JSON.stringify(name), async () => {
      const { document } = await send("sendDocument", { chat_id: 1, document: { data: bytes, name } });
      assert.equal(document.name, name);
    });
  }
  const paths = { "/srv/bot/report.pdf": "report.pdf", "C:\\bot\\report.pdf": "report.pdf", "a/b\\c": "c", "a\\b/c": "c", "..": "..", "a/": "file" };
  for (const [path, name] of Object.entries(paths)) {
    test(`users see the last segment of ${JSON.stringify(path)} only`, async () => {
      const ways = { "a name": { data: bytes, name: path }, "a Blob with a path for a name": Object.assign(new Blob([bytes]), { name: path }) };
      for (const [what, document] of Object.entries(ways)) {
        const sent = await send("sendDocument", { chat_id: 1, document });
        assert.equal(sent.document.name, name, what);
      }
    });
  }
  test("a name cannot add a header or end a part", async () => {
    const { document } = await send("sendDocument", { chat_id: 1, document: { data: bytes, name: 'a\r\nX-Y: "z' } });
    assert.deepEqual(document.bytes, Buffer.from(bytes));
  });
  test("a type cannot add a header", async () => {
    const document = { data: bytes, name: "a", type: "x/y\r\nX-Y: z" };
    const sent = await send("sendDocument", { chat_id: 1, document }).catch((error) => error);
    if (sent instanceof Error) assert.equal(sent.kind, "validation");
    else assert.deepEqual([sent.document.bytes, Object.keys(sent)], [Buffer.from(bytes), ["chat_id", "document"]]);
  });
});

describe("files in media[]", () => {
  test("each is sent under a name that its media refers to", async () => {
    const video = new File([bytes], "v.mp4", { type: "video/mp4" });
    const input = [
      { type: "photo", media: FILE, caption: HARD },
      { type: "video", media: video, width: 1 },
      { type: "photo", media: "AgADBAAD" },
      { type: "photo", media: bytes },
    ];
    const { chat_id, media, ...files } = await send("sendMediaGroup", { chat_id: 1, media: input });
    assert.equal(chat_id, "1");
    const came = JSON.parse(media);
    assert.deepEqual(came.map(({ media: _, ...rest }) => rest), input.map(({ media: _, ...rest }) => rest));
    assert.equal(came[2].media, "AgADBAAD");
    const named = [0, 1, 3].map((index) => came[index].media.replace(/^attach:\/\//, ""));
    assert.equal(new Set(named).size, 3);
    assert.deepEqual(Object.keys(files).sort(), [...named].sort());
    await assertFile(files[named[0]], FILE);
    await assertFile(files[named[1]], video);
    await assertFile(files[named[2]], new Blob([bytes]));
  });
  test("a name of the caller's own", async () => {
    const media = [{ type: "photo", media: "attach://photo1" }, { type: "photo", media: "attach://photo2" }];
    const came = await send("sendMediaGroup", { chat_id: 1, media, photo1: FILE, photo2: { data: bytes, name: "b" } });
    assert.deepEqual(JSON.parse(came.media), media);
    await assertFile(came.photo1, FILE);
    await assertFile(came.photo2, new Blob([bytes]));
  });
  test("the same file twice", async () => {
    const media = [{ type: "photo", media: FILE }, { type: "photo", media: FILE }];
    const came = await send("sendMediaGroup", { chat_id: 1, media });
    for (const one of JSON.parse(came.media)) await assertFile(came[one.media.slice("attach://".length)], FILE);
  });
});

test("a file in a parameter that the spec does not know", async () => {
  const came = await send("sendDocument", { chat_id: 1, document: "AgADBAAD", thumbnail: FILE, deep: { er: [FILE] } });
  await assertFile(came.thumbnail, FILE);
  await assertFile(came[JSON.parse(came.deep).er[0].slice("attach://".length)], FILE);
});

test("a file where no file belongs is refused", async () => {
  for (const [params, path] of [
    [{ chat_id: 1, text: FILE }, "text"],
    [{ chat_id: FILE, text: "a" }, "chat_id"],
    [{ chat_id: 1, text: "a", reply_markup: FILE }, "reply_markup"],
  ]) {
    const error = await bot.call("sendMessage", params).catch((caught) => caught);
    assert.equal(error.kind, "validation");
    assert.equal(error.path, path);
    assert.match(error.received, /file/);
  }
});

test("texts next to a file keep their line ends", async () => {
  for (const caption of ["a\nb", "a\r\nb", "a\rb", "\n", "--x\r\n\r\n"]) {
    const came = await send("sendPhoto", { chat_id: 1, photo: FILE, caption });
    assert.equal(came.caption, caption);
  }
});

test("nobody can guess the names of files in parameters, nor what stands between the parts", async () => {
  const boundaries = [];
  for (let call = 0; call < 2; call++) {
    const { media } = await send("sendMediaGroup", { chat_id: 1, media: [FILE, FILE].map((media) => ({ type: "photo", media })) });
    assert.match(media, /"attach:\/\/\d{20,}-0".*"attach:\/\/\d{20,}-1"/);
    boundaries.push(/boundary=(.*)/.exec(service.only.headers["content-type"])[1]);
  }
  for (const boundary of boundaries) assert.match(boundary, /\d{20,}/);
  assert.notEqual(...boundaries);
});
