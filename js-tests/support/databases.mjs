// The Redis and PostgreSQL servers that `cargo xtask test` starts for suites whose tests import this file.

/** A server that tests need: its URL, and options of the tests that need it. */
function database(name, variable) {
  const url = process.env[variable];
  if (url) return { url, options: {} };
  const reason = `there is no ${name}: ${variable} is not set, which \`cargo xtask test\` does if it can start one`;
  // Those of Linux have both.
  if (process.env.CI && process.platform === "linux") throw new Error(reason);
  return { url: undefined, options: { skip: reason } };
}

export const redis = database("Redis", "BOTWIRE_TEST_REDIS");
export const postgres = database("PostgreSQL", "BOTWIRE_TEST_POSTGRES");
