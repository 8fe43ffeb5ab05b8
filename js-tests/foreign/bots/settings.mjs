// What each bot in JavaScript gets: the service, its token, how it receives updates, and files to send.
import { createServer } from "node:http";

export const { SERVICE, BOT_TOKEN, MODE, PORT, SECRET } = process.env;

/** The webhook of the bot, or undefined if it polls. */
export const webhook = MODE === "webhook" ? { path: "/hook", url: `http://127.0.0.1:${PORT}/hook`, port: Number(PORT) } : undefined;

/** A picture of 512 × 512 pixels. */
export const png = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 2, 0, 0, 0, 2, 0]);

const box = (type, ...parts) => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4);
  return Buffer.concat([head, body]);
};
const words = (...numbers) => Buffer.concat(numbers.map((number) => Buffer.from([number >>> 24, number >>> 16, number >>> 8, number].map((byte) => byte & 255))));

/** A video of 7 seconds with 640 × 360 pixels: only its header. */
export const mp4 = Buffer.concat([
  box("ftyp", Buffer.from("isom\0\0\0\0isom")),
  box("moov", box("mvhd", words(0, 0, 0, 1000, 7000)), box("trak", box("tkhd", words(7, 0, 0, 1, 0, 7000), Buffer.alloc(52), words(640 << 16, 360 << 16)))),
]);

/** Fetches the file of a message. */
export async function fetched(path) {
  return Buffer.from(await (await fetch(`${SERVICE}/file/bot${BOT_TOKEN}/${path}`)).arrayBuffer());
}

/** Starts a bot: polls, or listens at its webhook and registers it. */
export async function start({ poll, listener, setWebhook }) {
  if (webhook === undefined) {
    await poll();
  } else {
    await new Promise((resolve) => createServer(listener()).listen(webhook.port, "127.0.0.1", resolve));
    await setWebhook(webhook.url, { secret_token: SECRET });
  }
  console.log("ready");
}

process.on("unhandledRejection", (error) => {
  console.error(error);
  process.exit(1);
});
