// From a message to the wire, and back.
import { useEffect } from "preact/hooks";
import type { SeenMessage } from "botwire/emulator";
import type { MenuItem } from "../chat/Menu.tsx";
import type { Desk } from "./desk.ts";

/** What the menu of a message offers beside the actions of the user. */
export function actionsOn(desk: Desk, message: SeenMessage): MenuItem[] {
  const found = desk.blockOf(message);
  const show = (): void => {
    if (!found) return;
    desk.tab.value = "wire";
    desk.choose({ block: found.block.key, ...(found.call !== undefined && { call: found.call }) });
    desk.goal.value = found.block.key;
  };
  const copy = (): void => void navigator.clipboard.writeText(JSON.stringify(message, undefined, 2)).then(() => desk.client.say("Copied."), () => desk.client.say("The browser does not allow copying."));
  return [...(found ? [{ name: "Show on the wire", icon: "list", run: show } as const] : []), { name: "Copy JSON", icon: "copy", run: copy }];
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
