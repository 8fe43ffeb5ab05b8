// A reporter of node:test that writes the number of the tests that ran. Suites, files, and skipped tests do not count.
export default async function* count(events) {
  let ran = 0;
  for await (const { type, data } of events) {
    const isTest = (type === "test:pass" || type === "test:fail") && data.details?.type !== "suite" && !data.name.endsWith(".test.mjs");
    if (isTest && data.skip === undefined) ran++;
  }
  yield `${ran}\n`;
}
