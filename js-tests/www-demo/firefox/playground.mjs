// Plays the users of the playground, and edits the bot.

async function choose(name, bot) {
  await press(".example-pick", "Example:");
  await press("[role=menuitem]", name);
  await says(".chat-tab", bot);
}

await tell(".try", async (contentWindow) => {
  await press(".try", "/start");
  await says(".message", "Hi, Alice! Write something");
  seen.push("answered");
  await says(".status", "Runs, and TypeScript agrees");
  const editor = await until("the editor", () => page().querySelector(".cm-content"));
  editor.focus();
  contentWindow.getSelection().selectAllChildren(editor.querySelector(".cm-line"));
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
  await write(".composer-text", "a mug, please");
  await press(".composer-send", "Send");
  await press(".inline-button", "Pay");
  await press(".sheet button", "Continue to shipping");
  await press(".sheet button", "Pay");
  await says(".note", "Alice paid");
  seen.push("paid");
  await says(".exchange", "pre_checkout_query");
  seen.push("wire");
  // Otherwise, the fault would apply to the last update of the payment.
  await says(".message", "Thank you! Your mug");
  await press(".bar button", "Faults");
  await press(".popover .fault", "Duplicate");
  await says(".bar .count", "1");
  await press(".try", "I need a mug");
  await says(".exchange-note", "delivered again");
  seen.push("fault");
});
