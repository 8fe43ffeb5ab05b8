// Writes in the studio, presses, and sends a file.

await tell(".composer-text", async (contentWindow) => {
  await write(".composer-text", "hello");
  await press(".composer-send", "Send");
  await says(".message", "Echo: hello");
  await says(".bar-state", "Polls");
  seen.push("answered");
  await press(".inline-button", "Press me");
  await says(".story-call", "answerCallbackQuery");
  seen.push("pressed");
  const bytes = await (await fetch(settings.picture)).arrayBuffer();
  const files = new contentWindow.DataTransfer();
  files.items.add(new contentWindow.File([bytes], "a.png", { type: "image/png" }));
  page().querySelector(".phone").dispatchEvent(new contentWindow.DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: files }));
  await until("the picture", () => all(".message img").some(({ naturalWidth }) => naturalWidth > 0));
  seen.push("picture");
  await press("[title='Menu']", "");
  await press("[title^='Moves the clock an hour']", "+1 h");
  await says(".bar-clock", ":");
  await says(".story-call", "sendMessage");
  seen.push("wire");
});
