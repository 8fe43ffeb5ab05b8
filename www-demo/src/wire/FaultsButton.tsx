// The button that opens the faults, with the number of those that are armed.
import "./wire-panel.css";
import type { ComponentChildren } from "preact";
import { nameOf } from "../chat/service-note.ts";
import { Icon } from "../shell/icons.tsx";
import { Popover } from "../shell/Popover.tsx";
import type { World } from "../world/world.ts";
import { FaultPanel } from "./FaultPanel.tsx";

interface FaultsButtonProps {
  world: Pick<World, "faults" | "users" | "chats" | "bots"> | undefined;
  /** How many things below the faults are armed too. */
  more?: number;
  /** Shown below the faults. */
  children?: ComponentChildren;
}

/** The faults of a world, behind a button. They can be limited to its chats and bots. */
export function FaultsButton({ world, more = 0, children }: FaultsButtonProps) {
  const armed = (world?.faults.set.value.length ?? 0) + more;
  const people = world?.users.value.map((person) => [person.id, `Private: ${nameOf(person)}`] as const) ?? [];
  const chats = [...people, ...(world?.chats.value.map(({ id, title = "" }) => [id, title] as const) ?? [])];
  return (
    <Popover label="Faults" isNamed button={<><Icon name="bolt" size={16} /><span class="bar-word">Faults</span>{armed > 0 && <> <span class="count warn">{armed}</span><span class="visually-hidden"> armed</span></>}</>}>
      {() => (
        <>
          <FaultPanel faults={world?.faults} chats={chats} bots={world?.bots.value.map(({ id, first_name }) => [id, first_name] as const)} />
          {children}
        </>
      )}
    </Popover>
  );
}
