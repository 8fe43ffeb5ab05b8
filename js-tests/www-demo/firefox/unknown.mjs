// Answers a method that the emulator does not know.

await tell(".story-why", async () => {
  await says(".story-why", "This version has no method setMyCommands.");
  seen.push("row");
  await press(".story-acts button", "Answer with…");
  await write(".story-answer textarea", '{"a": 1}');
  await press(".story-answer button", "Answer");
  await says(".story-why", 'Answered from now on with {"a":1}.');
  seen.push("answered");
  await press("[title='Faults']", "");
  await says(".fixed-list code", 'setMyCommands: {"a":1}');
  seen.push("listed");
  await press(".fixed-list button", "Remove the result of setMyCommands");
  await until("the removal", () => all(".fixed-list").length === 0);
  await until("the row", () => all(".story-acts button").some((element) => nameOf(element).startsWith("Answer true")));
  seen.push("removed");
});
