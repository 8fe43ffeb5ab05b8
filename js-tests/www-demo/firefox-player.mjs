// Runs in a page next to the site, in Firefox: plays the users of the playground, edits the bot, and tells what it saw.
import { fill, frame, page, press, says, seen, tell, until, watchErrors } from "./firefox-page.mjs";

async function write(text) {
  await fill(".composer-text", text);
  await press(".composer-send", "Send");
}

async function choose(name, bot) {
  await press(".example-pick", "Example:");
  await press("[role=menuitem]", name);
  await says(".chat-tab", bot);
}

async function visit() {
  await until("the phone", () => page().querySelector(".try"));
  watchErrors();
  await press(".try", "/start");
  await says(".message", "Hi, Alice! Write something");
  seen.push("answered");
  await says(".status", "Runs, and TypeScript agrees");
  const editor = await until("the editor", () => page().querySelector(".cm-content"));
  editor.focus();
  frame.contentWindow.getSelection().selectAllChildren(editor.querySelector(".cm-line"));
  page().execCommand("insertText", false, "const broken: string = 42;");
  await says(".output-line", "Type 'number' is not assignable to type 'string'.");
  await press(".output-line .btn", "Line 1");
  seen.push("type error");
  await press(".code-panel .btn", "Undo all edits");
  await says(".status", "Runs, and TypeScript agrees");
  await choose("Menu with buttons", "Chez Botwire");
  await press(".try", "I am hungry");
  await press(".inline-button", "Pizza");
  await says(".message", "You chose Pizza.");
  seen.push("pressed");
  await choose("Shop with payments", "Mug shop");
  await write("a mug, please");
  await press(".inline-button", "Pay");
  await press(".sheet button", "Continue to shipping");
  await press(".sheet button", "Pay");
  await says(".note", "Alice paid");
  seen.push("paid");
  await says(".exchange", "pre_checkout_query");
  seen.push("wire");
}

await tell(visit);
