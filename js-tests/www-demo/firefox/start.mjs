// Looks at the bot of the start page and its wire, and goes on by the header.

const inner = () => page().querySelector(".live iframe")?.contentDocument;
const inBot = (selector, text) => until(text, () => [...(inner()?.querySelectorAll(selector) ?? [])].find((element) => element.innerText.includes(text)));

await tell("h1", async () => {
  await inBot(".story-why", "Bad Request: chat not found. No chat of this bot has the identifier 999.");
  seen.push("wire");
  (await inBot(".inline-button", "Boots")).click();
  await inBot(".message", "Boots, €120.99");
  await inBot(".story-method", "answerCallbackQuery");
  seen.push("pressed");
  await press(".bar-nav a", "Dashboard");
  await press("button", "Use the emulator");
  await says(".verdict-line", "1 update waits, and no webhook is set");
  await says(".came-in", "/start");
  seen.push("health");
  await press(".bar-search", "Search");
  await until("the search", () => page()?.querySelector("#localsearch-input"));
  seen.push("search");
});
