// Opens the studio before any bot has connected.

await tell(".connect", async (contentWindow) => {
  await until("the focus in the composer", () => page().activeElement?.matches(".composer-text"));
  seen.push("focus");
  for (const { textContent: name } of all(".connect [role=tab]")) {
    await press(".connect [role=tab]", name);
    await until(name, () => page().querySelector("[role=tabpanel]").textContent.includes(location.origin));
  }
  page().activeElement.closest("[role=tablist]") ?? page().querySelector("[role=tab][aria-selected=true]").focus();
  page().activeElement.dispatchEvent(new contentWindow.KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true }));
  await until("the first tab", () => page().activeElement.textContent === "botwire" && page().activeElement.ariaSelected === "true");
  seen.push("libraries");
  await press(".studio-start button", "/start");
  await says(".message", "/start");
  seen.push("start");
});
