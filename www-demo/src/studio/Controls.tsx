// Controls of the emulator itself: snapshots, reset, clock.
import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { Menu, type MenuItem } from "../chat/Menu.tsx";
import type { Client } from "../client/client.ts";
import { Icon } from "../shell/icons.tsx";
import { save } from "../wire/copies.ts";
import type { HttpWorld } from "../world/http.ts";

interface ControlsProps {
  world: HttpWorld;
  client: Client;
}

/** Snapshots of this page, the latest first. */
const snapshots = signal<readonly { readonly name: string; readonly state: Blob }[]>([]);
const MOST_SNAPSHOTS = 10;

/** Snapshots, files of the state, and the reset. */
export function StateControls({ world, client }: ControlsProps) {
  const picker = useRef<HTMLInputElement>(null);
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
  const load = (input: HTMLInputElement): void => {
    const [file] = input.files ?? [];
    input.value = "";
    if (file) void client.attempt(() => world.restore(file));
  };
  const items: MenuItem[] = [
    { name: "Take a snapshot", icon: "picture", note: "Kept in this page", run: () => void take() },
    ...snapshots.value.map(({ name, state }): MenuItem => ({ name: `Go back to ${name}`, icon: "reset", run: () => void client.attempt(() => world.restore(state)) })),
    { name: "Download the state", icon: "download", note: "Users, chats and messages, without tokens", run: () => void download() },
    { name: "Load a file…", icon: "upload", run: () => picker.current?.click() },
  ];
  return (
    <span class="studio-clock" role="group" aria-label="State of the emulator">
      <Menu class="btn small" label="Snapshots" items={items}>Snapshots <Icon name="down" size={14} /></Menu>
      <input ref={picker} type="file" class="visually-hidden" tabIndex={-1} aria-label="File with a state" onChange={({ currentTarget }) => load(currentTarget)} />
      <button type="button" class="btn small" title="Goes back to the state at the start; bots keep their webhooks" onClick={() => void client.attempt(() => world.restore())}>Reset</button>
    </span>
  );
}

const STEPS: readonly [duration: string, name: string, about: string][] = [
  ["1h", "+1 h", "Moves the clock an hour ahead"], ["24h", "+1 d", "Moves the clock a day ahead"],
];

/** The clock. */
export function ClockControls({ world, client }: ControlsProps) {
  const [isMoving, setMoving] = useState(false);
  const { now, stopped, next } = world.clock.value;
  const passed = usePassed(now, stopped);
  const advance = async (duration: string): Promise<void> => {
    setMoving(true);
    await client.attempt(() => world.advance(duration));
    setMoving(false);
  };
  const shown = new Date(now + passed);
  return (
    <span class="studio-clock" role="group" aria-label="Clock of the emulator">
      <time dateTime={shown.toISOString()}>{shown.toLocaleString([], { dateStyle: "short", timeStyle: "medium" })}</time>
      <button type="button" class="icon-btn small" aria-pressed={stopped} aria-label="Stop the clock" title={stopped ? "Lets the clock go on" : "Stops the clock"} onClick={() => void client.attempt(() => world.stopClock(!stopped))}>
        <Icon name={stopped ? "play" : "pause"} size={14} />
      </button>
      {STEPS.map(([duration, name, about]) => <button key={duration} type="button" class="btn small" disabled={isMoving} title={about} onClick={() => void advance(duration)}>{name}</button>)}
      <button
        type="button" class="btn small" disabled={isMoving || next === undefined} onClick={() => void advance("next")}
        title={next === undefined ? "Nothing is due: no poll ends, and no delivery is tried again" : `Moves the clock to ${new Date(next).toLocaleTimeString()}, when a poll ends or a delivery is tried again`}
      >
        Next event
      </button>
    </span>
  );
}

/** Milliseconds since `now` was read. Updated every second, unless the clock is stopped. */
function usePassed(now: number, isStopped: boolean): number {
  const reading = useRef({ now, at: Date.now() });
  const [, draw] = useState(0);
  if (reading.current.now !== now) reading.current = { now, at: Date.now() };
  useEffect(() => {
    if (isStopped) return;
    const timer = setInterval(() => draw((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [isStopped]);
  return isStopped ? 0 : Date.now() - reading.current.at;
}
