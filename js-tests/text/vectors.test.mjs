// Markup, commands and the texts of entities, by the vectors that Rust runs too (tests/text.rs).
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { commandOf, html, markdown, messageEntities } from "botwire";
import { vectors } from "../support/vectors.mjs";

/** The text that a tree of strings, lists and entities means. */
function made(module, tree) {
  if (typeof tree === "string") return tree;
  if (Array.isArray(tree)) return module.join(tree.map((text) => made(module, text)));
  const [[kind, inner]] = Object.entries(tree);
  const more = { link: [tree.url], mention: [tree.user_id, tree.scheme], pre: module === markdown ? [tree.language] : [] };
  return module[kind](made(module, inner), ...(more[kind] ?? []));
}

describe("markup", async () => {
  for (const { why, tree, ...expected } of await vectors("markup")) {
    test(why, () => {
      for (const [name, module] of Object.entries({ html, markdown })) {
        const text = made(module, tree);
        assert.equal(typeof text === "string" ? module.escape(text) : text.text, expected[name]);
      }
    });
  }
});

describe("commands", async () => {
  for (const { why, message, username, command: expected } of await vectors("commands")) {
    test(why, () => {
      const found = commandOf(message, username ?? undefined);
      const { command: name, username: addressee = null, args, payload = null } = found ?? {};
      assert.deepEqual(found ? { name, username: addressee, arguments: args, payload } : null, expected);
    });
  }
});

describe("the texts of entities", async () => {
  for (const { why, message, texts } of await vectors("entities")) {
    test(why, () => assert.deepEqual(messageEntities(message).map(({ type, entityText }) => [type, entityText]), texts));
  }
});
