// Base URLs in their usual spelling, which skip most of the check.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Bot } from "botwire";
import fc from "fast-check";

const baseUrlOf = (baseUrl) => {
  try {
    return new Bot({ baseUrl, token: "1:a" }).baseUrl;
  } catch (error) {
    return error.kind;
  }
};

test("a host is accepted exactly if it is accepted with a slash behind it, which has the whole check", () => {
  const host = fc.string({ unit: fc.constantFrom(..."abnx019-."), minLength: 1, maxLength: 14 });
  fc.assert(fc.property(host, (host) => assert.equal(baseUrlOf(`https://${host}`), baseUrlOf(`https://${host}/`))), { numRuns: 5000 });
});
