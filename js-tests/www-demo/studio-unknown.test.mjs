// Methods that the emulator does not know, and requests that are none of a bot.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { inStudio } from "./studio.mjs";
import { assertAccessible, openSite } from "./support.mjs";

let site;
before(async () => void (site = await openSite()));
after(() => site.close());

const caller = ({ url, token }) => async (method, parameters = {}) =>
  (await fetch(`${url}/bot${token}/${method}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(parameters) })).json();

for (const [mode, method] of [["without compat", "setMyCommands"], ["with compat", "sendSomethingNew"]]) {
  test(`${mode}, a method that the emulator does not know is answered from its row`, () =>
    inStudio(site, { emulator: { compat: mode === "with compat" } }, async ({ page, wire, url, token }) => {
      const call = caller({ url, token });
      assert.equal((await call(method, { commands: [] })).ok, false);
      await wire.getByText(`This version has no method ${method}.`).waitFor();
      assert.equal(await wire.getByText("The emulator has it with --compat.").count(), mode === "with compat" ? 0 : 1);
      await assertAccessible(page, "a row of an unknown method");
      await wire.getByRole("button", { name: "Answer true" }).click();
      await wire.getByText("Answered from now on with true.").waitFor();
      assert.deepEqual(await call(method), { ok: true, result: true });
      await wire.getByRole("button", { name: "Change…" }).first().click();
      const field = wire.getByRole("textbox", { name: `Result of ${method} from now on, as JSON` });
      await eventually(() => field.evaluate((element) => element === document.activeElement), true, "the focus is in the field");
      await field.fill('{"a": [1');
      await wire.getByRole("button", { name: "Answer", exact: true }).click();
      await wire.getByRole("alert").getByText(/^The result is not JSON/).waitFor();
      await assertAccessible(page, "the form of a result");
      await field.fill('{"a": [1, "“quoted”"]}');
      await wire.getByRole("button", { name: "Answer", exact: true }).click();
      await wire.getByText('Answered from now on with {"a":[1,"“quoted”"]}.').first().waitFor();
      assert.deepEqual((await call(method.toUpperCase())).result, { a: [1, "“quoted”"] });
      const faults = page.getByRole("banner").getByRole("button", { name: /^Faults 1/ });
      await faults.click();
      const list = page.getByRole("dialog", { name: "Faults" }).getByRole("list", { name: "Fixed results" });
      await list.getByText(`${method}: {"a":[1,"“quoted”"]}`).waitFor();
      await assertAccessible(page, "the fixed results");
      await list.getByRole("button", { name: `Remove the result of ${method}` }).click();
      await list.waitFor({ state: "detached" });
      assert.equal((await call(method)).ok, false);
      await wire.getByRole("button", { name: "Answer with…" }).first().waitFor();
    }));
}

test("a later method that compat answers by itself can be answered otherwise; a known one and a fault have no such button", () =>
  inStudio(site, { emulator: { compat: true } }, async ({ wire, url, token, bot, emulator }) => {
    const call = caller({ url, token });
    assert.equal((await call("deleteForumTopic", { chat_id: 1 })).result, true);
    await wire.getByText(/answered true, nothing else happens/).waitFor();
    await wire.getByRole("button", { name: "Answer with…" }).click();
    await wire.getByRole("textbox").fill("false");
    await wire.getByRole("button", { name: "Answer", exact: true }).click();
    await wire.getByText("Answered from now on with false.").waitFor();
    assert.equal((await call("deleteForumTopic")).result, false);
    emulator.fault({ kind: "error", error_code: 404, times: 1 });
    await bot.getMe().catch(() => undefined);
    await wire.getByText(/struck/).waitFor();
    assert.equal(await wire.getByRole("button", { name: /^Answer (true|with…)$/ }).count(), 0);
  }));

test("requests of browsers are no rows, and requests that are none of a bot do not hide how to connect", () =>
  inStudio(site, {}, async ({ page, wire, url, bot, emulator }) => {
    const connect = page.getByRole("region", { name: "How to connect a bot" });
    await connect.waitFor();
    const strays = ["/favicon.ico", "/robots.txt", "/apple-touch-icon.png", "/.well-known/appspecific/com.chrome.devtools.json", "/assets/index.js.map", "/hello"];
    for (const path of strays) assert.equal((await fetch(url + path)).status, 404);
    await fetch(`${url}/getMe`);
    await wire.getByRole("article").getByText(/\/getMe/).first().waitFor();
    assert.equal(await wire.getByRole("article").count(), 1);
    await wire.getByText("not a call of a bot").waitFor();
    await connect.waitFor();
    await assertAccessible(page, "a stray request");
    await bot.getMe();
    await connect.waitFor({ state: "detached" });
    assert.ok(strays.every((path) => emulator.log().some((entry) => entry.kind === "stray" && entry.target === path)), "the log has them");
  }));
