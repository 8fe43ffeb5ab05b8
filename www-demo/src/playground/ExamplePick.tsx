// The menu of examples.
import { Menu } from "../chat/Menu.tsx";
import { Icon, type IconName } from "../shell/icons.tsx";
import { choose, example } from "./state.ts";
import { SAMPLES } from "./samples/index.ts";

const ICONS: Record<string, IconName> = {
  echo: "reply", menu: "keyboard", search: "search", shop: "card", game: "game", moderation: "people", booking: "calendar", boots: "bag", commands: "code", files: "file",
  hello: "smile", pages: "book", sessions: "save",
};

/** The menu of examples. */
export function ExamplePick() {
  const items = SAMPLES.map((sample) => ({ name: sample.name, note: sample.about, icon: ICONS[sample.id] ?? "bot", run: () => choose(sample) }));
  return (
    <Menu class="btn example-pick" label={`Example: ${example.value.name}. Choose another`} items={items}>
      <Icon name={ICONS[example.value.id] ?? "bot"} size={16} />
      <span class="example-name">{example.value.name}</span>
      <Icon name="down" size={14} />
    </Menu>
  );
}
