// A process that calls sendMessage many times, successfully or not, and prints the CPU milliseconds of the first and of
// later calls. node failures.mjs <caller> <base URL>
const [name, url] = process.argv.slice(2);
globalThis.BENCH_URL = url;
globalThis.BENCH_TOKEN = "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw";
const { sendMessage } = await import(`../callers/${name}.mjs`);
const WARM_UP = 20;
const CALLS = 200;

/** CPU milliseconds of each call. */
async function cpuOf(calls) {
  const before = process.cpuUsage();
  // Formats the error, as a program that logs it would.
  for (let call = 0; call < calls; call++) await sendMessage({ chat_id: 1, text: "hi" }).catch((error) => String(error.stack));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / calls;
}

const first = await cpuOf(1);
await cpuOf(WARM_UP);
console.log(JSON.stringify({ first, later: await cpuOf(CALLS) }));
process.exit();
