// The list of commands above the composer, while a command is being written.
import { useId, useState } from "preact/hooks";
import type { Client } from "./client.ts";

/** Commands that most bots have. */
const USUAL = ["/start", "/help"];
const MOST = 8;

/** Commands in the messages of a chat, the latest first, and the usual ones. */
function commandsOf({ view }: Client): readonly string[] {
  const found = new Set<string>();
  for (const { text = "", entities = [] } of view.value.messages.slice(-200).reverse()) {
    for (const { type, offset, length } of entities) if (type === "bot_command") found.add(text.slice(offset, offset + length));
  }
  return [...found, ...USUAL.filter((command) => !found.has(command))];
}

/** The list, and the keys and attributes of the field that it belongs to. */
export function useCommands(client: Client) {
  const id = useId();
  const [chosen, choose] = useState(-1);
  const [closedFor, close] = useState("");
  const draft = client.draft.value;
  const isCommand = /^\/\w*$/.test(draft) && draft !== closedFor;
  const matching = isCommand ? commandsOf(client).filter((command) => command.startsWith(draft) && command !== draft).slice(0, MOST) : [];
  const at = Math.min(chosen, matching.length - 1);
  const take = (command: string): void => {
    client.draft.value = command;
    close(command);
    choose(-1);
  };
  const key = (event: KeyboardEvent): boolean => {
    if (matching.length === 0 || event.isComposing) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const command = matching[at] ?? (event.key === "Tab" ? matching[0] : undefined);
    if (step !== undefined) choose((at + step + matching.length) % matching.length);
    else if (event.key === "Escape") close(draft);
    else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey && command !== undefined) take(command);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const list = matching.length > 0 && (
    <ul id={id} class="composer-commands" role="listbox" aria-label="Commands">
      {matching.map((command, index) => <li key={command} id={`${id}-${index}`} role="option" aria-selected={index === at} onPointerDown={(event) => (event.preventDefault(), take(command))}>{command}</li>)}
    </ul>
  );
  const attributes = matching.length > 0 ? { "aria-controls": id, "aria-autocomplete": "list", ...(at >= 0 && { "aria-activedescendant": `${id}-${at}` }) } as const : {};
  return { list, key, attributes };
}
