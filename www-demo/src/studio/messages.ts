// From a message to the wire, and back.
import { useEffect } from "preact/hooks";
import type { SeenMessage } from "botwire/emulator";
import type { MenuItem } from "../chat/Menu.tsx";
import type { Desk } from "./desk.ts";

/** What the menu of a message offers beside the actions of the user. */
export function actionsOn(desk: Desk, message: SeenMessage): MenuItem[] {
  // Looked for when it is asked for: a chat draws many messages.
  const show = (): void => {
    const found = desk.blockOf(message);
    if (!found) return desk.client.say("The wire does not have this message any more.");
    desk.tab.value = "wire";
    desk.choose({ block: found.block.key, ...(found.call !== undefined && { call: found.call }) });
    desk.goal.value = found.block.key;
  };
  const copy = (): void => void navigator.clipboard.writeText(JSON.stringify(message, undefined, 2)).then(() => desk.client.say("Copied."), () => desk.client.say("The browser does not allow copying."));
  return [{ name: "Show on the wire", icon: "list", run: show }, { name: "Copy JSON", icon: "copy", run: copy }];
}

/** Scrolls the messages of the chosen block into view. */
export function useOpened(desk: Desk): void {
  const block = desk.chosen.value?.block;
  useEffect(() => {
    const [first] = desk.ringed();
    const number = first?.split("/")[1];
    if (number !== undefined) document.querySelector(`.conversation [data-message="${number}"].ringed`)?.scrollIntoView({ block: "nearest" });
  }, [block]);
}
