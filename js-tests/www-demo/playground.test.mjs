// The playground in chromium: each example through its whole flow, by the buttons that a visitor has.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { agreed, attempt, choose, edit, openPlayground, play, waitForText, WITHOUT_TYPESCRIPT, write } from "./playground.mjs";
import { assertAccessible, assertDiscreet, openSite, watchFor } from "./support.mjs";

let site;
before(async () => void (site = await openSite()));
after(() => site.close());

/** Opens an example, does something with it without TypeScript, and looks for complaints. */
const withExample = (name, act) => withCode(name, act, WITHOUT_TYPESCRIPT);

/** Opens an example with TypeScript, does something with it, and looks for complaints. */
async function withCode(name, act, options) {
  const view = await openPlayground(site, options);
  if (name !== "Echo") await choose(view.page, name);
  await act(view);
  await assertAccessible(view.page);
  await assertDiscreet(view);
  await view.context.close();
}

test("echo: the bot answers before TypeScript is there, sends files back, and replies", async () => {
  // Large files are not loaded before the bot has answered.
  const heavy = new Set();
  let free;
  const held = new Promise((done) => void (free = done));
  const prepare = (page) =>
    page.route(/\/(worker|Editor)-/, async (route) => {
      heavy.add(new URL(route.request().url()).pathname.replace(/.*\/|-.*/g, ""));
      await held;
      await route.continue();
    });
  const { page, context, phone } = await openPlayground(site, { prepare, serviceWorkers: "block" });
  await attempt(phone, "/start");
  await waitForText(phone, "Hi, Alice! Write something, or send me a file.");
  await attempt(phone, "Send a picture");
  await waitForText(phone, "A nice picture!");
  await eventually(() => phone.getByRole("log").locator("img").count(), 2, "the picture, and the bot's");
  free();
  await agreed(page);
  assert.deepEqual([...heavy].sort(), ["Editor", "worker"]);
  await write(phone, "Well?");
  await phone.getByRole("log").getByText("Well?").nth(2).waitFor();
  await eventually(() => phone.getByRole("log").locator("blockquote").count(), 1, "the bot replies");
  await context.close();
});

test("echo: a file of the visitor's own, an edit, a deletion, a forward", () =>
  withExample("Echo", async ({ page, phone }) => {
    await phone.getByLabel("File to send").setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("twelve bytes") });
    await phone.getByRole("log").getByText("notes.txt").nth(1).waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), phone.getByRole("link", { name: /notes\.txt/ }).last().click()]);
    assert.equal(download.suggestedFilename(), "notes.txt");
    await write(phone, "a typo");
    await phone.getByRole("log").getByText("a typo").nth(2).waitFor();
    await phone.getByRole("button", { name: "Actions for “a typo”" }).first().press("Enter");
    await page.getByRole("menuitem", { name: "Edit" }).press("Enter");
    await phone.getByRole("textbox", { name: /^Message as/ }).fill("no typo");
    await phone.getByRole("button", { name: "Save" }).click();
    await waitForText(phone, "no typo");
    await phone.getByRole("button", { name: "Actions for “no typo”" }).press("Enter");
    await page.getByRole("menuitem", { name: "Forward to Book club" }).press("Enter");
    await phone.getByRole("button", { name: "Actions for “no typo”" }).press("Enter");
    await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
    await phone.locator(".chat-text", { hasText: /^no typo$/ }).waitFor({ state: "detached" });
    await phone.getByRole("button", { name: /^Book club/ }).click();
    await waitForText(phone, "Forwarded from Alice");
  }));

test("menu: callback buttons, an alert, a link, the reply keyboard, a contact and a location", () =>
  withExample("Menu with buttons", async ({ page, phone }) => {
    await attempt(phone, "I am hungry");
    const praised = await watchFor(page, "Good choice!");
    await phone.getByRole("button", { name: "Pizza" }).click();
    await waitForText(phone, "You chose Pizza.");
    await praised();
    await eventually(() => phone.getByRole("log").locator("strong", { hasText: "Pizza" }).count(), 1, "entities are drawn");
    await phone.getByRole("button", { name: "Ask the chef" }).click();
    const alert = page.getByRole("dialog", { name: "Chez Botwire" });
    await alert.getByText("The chef recommends the soup.").waitFor();
    await assertAccessible(page);
    await page.keyboard.press("Escape");
    await alert.waitFor({ state: "detached" });
    await phone.getByRole("button", { name: "About food" }).click();
    await page.getByRole("dialog", { name: "Open this page?" }).getByText("https://food.example/").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    for (const [button, answer] of [["My number", "Thank you! We call +10000000000."], ["My place", "Thank you! We bring it to you."], ["No, thanks", "As you like."]]) {
      await write(phone, "/delivery");
      await phone.getByRole("group", { name: "Keyboard of the bot" }).getByRole("button", { name: button }).click();
      await waitForText(phone, answer);
      await phone.getByRole("group", { name: "Keyboard of the bot" }).waitFor({ state: "detached" });
    }
  }));

test("search: results while one types, more of them, the bot's button, the choice and what comes of it", () =>
  withExample("Inline search", async ({ page, phone }) => {
    await attempt(phone, "planets_bot");
    const results = phone.getByRole("region", { name: "Inline results" });
    await results.getByRole("button", { name: /Neptune/ }).waitFor();
    await assertAccessible(page);
    await phone.getByRole("textbox", { name: /^Message as/ }).fill("@planets_bot sat");
    await results.getByText("1 result", { exact: true }).waitFor();
    await results.getByRole("button", { name: /Saturn/ }).click();
    await waitForText(phone, "It would float in water.");
    const answered = await watchFor(page, "Saturn is far, far away.");
    await phone.getByRole("button", { name: "How far is it?" }).click();
    await answered();
    await page.getByRole("region", { name: "Problems and output" }).getByText("Alice chose Saturn").waitFor();
    await phone.getByRole("textbox", { name: /^Message as/ }).fill("@planets_bot pluto");
    await results.getByText("Nothing found.").waitFor();
    await results.getByRole("button", { name: "What is this?" }).click();
    await waitForText(phone, "I find planets in any chat.");
    await phone.getByRole("button", { name: "Search planets" }).click();
    await results.getByRole("button", { name: /Mercury/ }).waitFor();
    await phone.getByRole("textbox", { name: /^Message as/ }).fill("");
  }));

test("shop: order, shipping, checkout, receipt; refused shipping; sold out", () =>
  withExample("Shop with payments", async ({ page, phone }) => {
    const invoices = phone.getByRole("log").getByRole("button", { name: "Pay" });
    // An invoice is paid once.
    const order = async () => {
      const before = await invoices.count();
      await attempt(phone, "I need a mug");
      await invoices.nth(before).click();
    };
    await order();
    const sheet = page.getByRole("dialog");
    await sheet.getByText("€16.50").waitFor();
    await assertAccessible(page);
    await sheet.getByLabel("City").fill("Hamburg");
    await sheet.getByRole("button", { name: "Continue to shipping" }).click();
    await sheet.getByLabel("Express, tomorrow").check();
    await assertAccessible(page);
    await sheet.getByRole("button", { name: "Pay €26.40" }).click();
    await waitForText(phone, "Alice paid €26.40");
    await waitForText(phone, "Thank you! Your mug travels to Hamburg. Left: 2.");
    await order();
    await sheet.getByLabel("Country").selectOption("AQ");
    await sheet.getByRole("button", { name: "Continue to shipping" }).click();
    await sheet.getByText("The penguins have mugs already.").waitFor();
    await sheet.getByRole("button", { name: "Back" }).click();
    for (const mugs of [1, 0]) {
      await sheet.getByRole("button", { name: "Continue to shipping" }).click();
      await sheet.getByRole("button", { name: "Pay €20.40" }).click();
      await waitForText(phone, `Left: ${mugs}.`);
      await order();
    }
    await sheet.getByRole("button", { name: "Continue to shipping" }).click();
    await sheet.getByRole("button", { name: "Pay €20.40" }).click();
    await sheet.getByText("Sorry, the last mug was just sold.").waitFor();
  }));

test("game: two users play, the better one leads, a worse score is refused, /top tells", () =>
  withExample("Game with high scores", async ({ page, phone }) => {
    const round = async (taps) => {
      await phone.getByRole("log").getByRole("button", { name: "Play", exact: true }).first().click();
      // The clock of a round runs: on a slow machine it would be over before the last tap of a mouse from outside.
      await page.getByRole("button", { name: "Start tapping" }).evaluate(async (start, taps) => {
        const shown = async (name) => {
          for (;;) {
            const button = [...document.querySelectorAll("[role=dialog] button, dialog button")].find(({ textContent }) => textContent === name);
            if (button) return button;
            await new Promise((next) => requestAnimationFrame(next));
          }
        };
        start.click();
        const button = await shown("Tap!");
        for (let tap = 1; tap < taps; tap += 1) button.click();
        (await shown("Finish now")).click();
      }, taps);
    };
    await attempt(phone, "Who is the best?");
    await round(3);
    await page.getByText("A new best score!").waitFor();
    await assertAccessible(page);
    await page.getByRole("button", { name: "Back to the chat" }).click();
    await waitForText(phone, "1. Alice - 3");
    await play(phone, "Bob");
    await round(5);
    await page.getByRole("button", { name: "Back to the chat" }).click();
    await waitForText(phone, "1. Bob - 5");
    await round(2);
    await page.getByText("Not above your best score.").waitFor();
    await page.getByRole("button", { name: "Back to the chat" }).click();
    await phone.getByRole("button", { name: "Actions for “Tap tap tap”" }).first().press("Enter");
    await page.getByRole("menuitem", { name: "Reply" }).press("Enter");
    await write(phone, "/top");
    await waitForText(phone, "1. Bob: 5");
  }));

test("moderation: warnings, removal, who joins; leaving, blocking, a supergroup", () =>
  withExample("Group moderation", async ({ page, phone }) => {
    for (const answer of ["Warning 1 of 2", "Warning 2 of 2", "Bob had to go."]) {
      await attempt(phone, /Free money at my casino!/);
      await waitForText(phone, answer);
    }
    await phone.getByText("You are not in this group.").waitFor();
    await attempt(phone, "Carol joins");
    await waitForText(phone, "Welcome, Carol!");
    await play(phone, "Alice");
    const act = async (name) => {
      await phone.getByRole("button", { name: "Actions for this chat" }).click();
      await page.getByRole("menuitem", { name, exact: true }).click();
    };
    await act("Name and members…");
    const about = phone.getByRole("dialog", { name: "About this group" });
    await about.getByRole("textbox", { name: "Title" }).fill("Film club");
    await about.getByRole("button", { name: "Rename" }).click();
    await waitForText(phone, "Alice named the chat “Film club”");
    await about.getByRole("button", { name: "Close" }).click();
    await act("Make it a supergroup");
    await waitForText(phone, "A supergroup now");
    await act("Name and members…");
    await phone.getByRole("button", { name: "Actions of Alice for Sheriff" }).click();
    await page.getByRole("menuitem", { name: "Make an ordinary member" }).click();
    await phone.getByRole("listitem").filter({ hasText: "Sheriff" }).getByText("member", { exact: true }).waitFor();
    await phone.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await play(phone, "Carol");
    await write(phone, "see https://advert.example/");
    await waitForText(phone, "I cannot: ");
    await act("Leave the supergroup");
    await phone.getByText("You are not in this group.").waitFor();
    await phone.getByRole("button", { name: "Join", exact: true }).click();
    await waitForText(phone, "Welcome, Carol!");
    await phone.getByRole("button", { name: /^Sheriff/ }).click();
    await write(phone, "hello");
    await waitForText(phone, "I look after groups.");
    await act("Block the bot");
    await phone.getByText("You blocked this bot").waitFor();
    await phone.getByRole("button", { name: "Unblock" }).click();
    await write(phone, "hello again");
    await phone.getByRole("log").getByText("I look after groups.").nth(1).waitFor();
  }));

test("polling: the same handler gets its updates by getUpdates, also after an edit, and goes back to the webhook", () =>
  withCode("Menu with buttons", async ({ page, phone }) => {
    const drive = (name) => page.getByRole("group", { name: "How updates come to the bot" }).getByRole("button", { name });
    const wire = page.getByRole("log", { name: "Requests and responses" });
    const deliveries = () => wire.getByText("The service delivers").count();
    await attempt(phone, "I am hungry");
    await waitForText(phone, "What would you like to eat?");
    const before = await deliveries();
    await drive("Polling").click();
    await wire.getByText("deleteWebhook").waitFor();
    await attempt(phone, "I am hungry");
    await phone.getByRole("log").getByText("What would you like to eat?").nth(1).waitFor();
    const praised = await watchFor(page, "Good choice!");
    await phone.getByRole("log").getByRole("button", { name: "Pizza" }).last().click();
    await waitForText(phone, "You chose Pizza.");
    await praised();
    // Calls that a webhook would answer with are sent as requests.
    for (const call of ["getUpdates", "sendMessage", "answerCallbackQuery"]) await wire.getByText(call, { exact: true }).first().waitFor();
    await agreed(page);
    await edit(page, "What would you like to eat?", "Hungry again?");
    await attempt(phone, "I am hungry");
    await waitForText(phone, "Hungry again?");
    assert.equal(await deliveries(), before);
    // A bot without a handler can only be delivered to, and the next program polls no more.
    await edit(page, "export const handler", "const handler");
    await eventually(() => drive("Polling").isDisabled(), true, "nothing to poll with");
    await attempt(phone, "I am hungry");
    await eventually(deliveries, before + 1, "the webhook is set again");
    await phone.getByRole("log").getByText("Hungry again?").nth(1).waitFor();
    await page.getByRole("button", { name: "Undo all edits" }).click();
    await agreed(page);
  }, { permissions: ["clipboard-read", "clipboard-write"] }));
