// The one menu of the studio: the clock, snapshots, reset, export, shortcuts and colors.
import { signal } from "@preact/signals";
import { useRef, useState } from "preact/hooks";
import { Icon } from "../shell/icons.tsx";
import { isDark, toggleTheme } from "../shell/theme.ts";
import { asExport, save } from "../wire/copies.ts";
import { Sheet } from "../client/Sheet.tsx";
import type { Desk } from "./desk.ts";
import { useNow } from "./now.ts";
import { Popover } from "../shell/Popover.tsx";
import { SaveTest } from "./SaveTest.tsx";
import { isSaving } from "./save-test.ts";
import { areKeysOn, SHORTCUTS, setKeys, shortcutsShown } from "./shortcuts.ts";
import { resetWithUndo } from "./undo.ts";

/** Snapshots of this page, the latest first. */
const snapshots = signal<readonly { readonly name: string; readonly state: Blob }[]>([]);
const MOST_SNAPSHOTS = 10;
/** Milliseconds by which the clock must differ from that of the machine to be shown. */
const MOVED_MS = 2_000;

const STEPS: readonly [duration: string, name: string, about: string][] = [
  ["1h", "+1 h", "Moves the clock an hour ahead"], ["24h", "+1 d", "Moves the clock a day ahead"],
];

/** The clock in the bar, only while it is moved or stopped. */
export function ClockChip({ desk }: { desk: Desk }) {
  const now = useNow(desk);
  const { stopped } = desk.world.clock.value;
  if (!stopped && Math.abs(now - Date.now()) < MOVED_MS) return null;
  const shown = new Date(now);
  return <time class="bar-clock" dateTime={shown.toISOString()} title="The clock of the emulator"><Icon name={stopped ? "pause" : "gauge"} size={14} /> {shown.toLocaleString([], { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" })}</time>;
}

export function StudioMenu({ desk }: { desk: Desk }) {
  const { world, client } = desk;
  const picker = useRef<HTMLInputElement>(null);
  const load = (input: HTMLInputElement): void => {
    const [file] = input.files ?? [];
    input.value = "";
    if (file) void client.attempt(() => resetWithUndo(world, file));
  };
  return (
    <>
      <Popover label="Menu" class="icon-btn small" button={<Icon name="list" size={18} />}>
        {(close) => <Items desk={desk} close={close} pick={() => picker.current?.click()} />}
      </Popover>
      <input ref={picker} type="file" class="visually-hidden" tabIndex={-1} data-free aria-label="File with a state" onChange={({ currentTarget }) => load(currentTarget)} />
      {isSaving.value && <div class="studio-over"><SaveTest /></div>}
      {shortcutsShown.value && <div class="studio-over"><ShortcutList /></div>}
    </>
  );
}

function Items({ desk, close, pick }: { desk: Desk; close: () => void; pick: () => void }) {
  const { world, client } = desk;
  const now = useNow(desk);
  const { stopped, next } = world.clock.value;
  const [isMoving, setMoving] = useState(false);
  const advance = async (by: string): Promise<void> => {
    setMoving(true);
    await client.attempt(() => world.advance(by));
    setMoving(false);
  };
  const take = async (): Promise<void> => {
    const state = await client.attempt(() => world.save());
    const name = new Date().toLocaleTimeString();
    if (state) snapshots.value = [{ name, state }, ...snapshots.value].slice(0, MOST_SNAPSHOTS);
    if (state) client.say(`Snapshot of ${name} taken.`);
  };
  const download = async (): Promise<void> => {
    const state = await client.attempt(() => world.save());
    if (state) save(state, "botwire.snapshot");
  };
  const item = (name: string, icon: Parameters<typeof Icon>[0]["name"], run: () => void, note?: string) => (
    <button type="button" class="menu-item" onClick={() => (close(), run())}><Icon name={icon} size={16} /><span>{name}{note && <small>{note}</small>}</span></button>
  );
  const shown = new Date(now);
  return (
    <div class="studio-menu">
      <div class="studio-clock" role="group" aria-label="Clock of the emulator">
        <time dateTime={shown.toISOString()}>{shown.toLocaleString([], { dateStyle: "medium", timeStyle: "medium" })}</time>
        <div>
          <button type="button" class="icon-btn small" aria-pressed={stopped} aria-label="Stop the clock" title={stopped ? "Lets the clock go on" : "Stops the clock"} onClick={() => void client.attempt(() => world.stopClock(!stopped))}>
            <Icon name={stopped ? "play" : "pause"} size={14} />
          </button>
          {STEPS.map(([by, name, about]) => <button key={by} type="button" class="btn small" disabled={isMoving} title={about} onClick={() => void advance(by)}>{name}</button>)}
          <button
            type="button" class="btn small" disabled={isMoving || next === undefined} onClick={() => void advance("next")}
            title={next === undefined ? "Nothing is due: no poll ends, and no delivery is tried again" : `Moves the clock to ${new Date(next).toLocaleTimeString()}, when a poll ends or a delivery is tried again`}
          >Next event</button>
        </div>
      </div>
      <hr />
      {item("Take a snapshot", "picture", () => void take(), "Kept in this page")}
      {snapshots.value.map(({ name, state }) => item(`Go back to ${name}`, "left", () => void client.attempt(() => resetWithUndo(world, state))))}
      {item("Download the state", "download", () => void download(), "Users, chats and messages, without tokens")}
      {item("Load a file…", "upload", pick)}
      {item("Reset", "reset", () => void client.attempt(() => resetWithUndo(world)), "Goes back to the start; can be undone")}
      <hr />
      {item("Save as test…", "download", () => (isSaving.value = true), "The conversation, for a bot in any language")}
      {item("Export the wire", "download", () => save(asExport(world.wire.entries.peek()), "botwire-wire.json"))}
      {item("Shortcuts", "keyboard", () => (shortcutsShown.value = true))}
      {item(isDark.value ? "Light colors" : "Dark colors", isDark.value ? "light" : "dark", toggleTheme)}
    </div>
  );
}

function ShortcutList() {
  return (
    <Sheet title="Shortcuts" onClose={() => (shortcutsShown.value = false)}>
      <dl class="shortcuts">
        {SHORTCUTS.map(([keys, what]) => <div key={keys}><dt>{what}</dt><dd>{keys.split(" ").map((key) => <kbd key={key}>{key}</kbd>)}</dd></div>)}
      </dl>
      <label class="small"><input type="checkbox" data-first checked={areKeysOn.value} onChange={({ currentTarget: { checked } }) => setKeys(checked)} /> Single letters as shortcuts, outside of fields</label>
    </Sheet>
  );
}
