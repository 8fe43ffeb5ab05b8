// The controls that filter, export and clear the wire log.
import { Icon } from "../shell/icons.tsx";
import { asExport, save } from "./copies.ts";
import type { WireEntry } from "./entries.ts";
import type { Outcome, WireFilter } from "./filter.ts";

const OUTCOMES: readonly [Outcome | "", string][] = [["", "All outcomes"], ["running", "Running"], ["ok", "Succeeded"], ["failed", "Failed"], ["fault", "Struck by a fault"]];

export interface FilterBarProps {
  filter: WireFilter;
  onChange: (filter: WireFilter) => void;
  /** Chats to choose from: identifier and title. */
  chats: readonly (readonly [number, string])[];
  /** The visible entries, for export. */
  entries: readonly WireEntry[];
}

/** The controls of the filter. */
export function FilterBar({ filter, onChange, chats, entries }: FilterBarProps) {
  const set = (change: Partial<WireFilter>): void => onChange({ ...filter, ...change });
  return (
    <div class="wire-filter" role="group" aria-label="Filter of the wire">
      <input class="input" type="search" aria-label="Filter by method" placeholder="Method" value={filter.words} onInput={({ currentTarget }) => set({ words: currentTarget.value })} />
      <select class="select" aria-label="Filter by chat" value={filter.chat} onChange={({ currentTarget }) => set({ chat: currentTarget.value })}>
        <option value="">All chats</option>
        {chats.map(([id, title]) => <option key={id} value={String(id)}>{title}</option>)}
      </select>
      <select class="select" aria-label="Filter by outcome" value={filter.outcome} onChange={({ currentTarget }) => set({ outcome: currentTarget.value as Outcome | "" })}>
        {OUTCOMES.map(([outcome, name]) => <option key={outcome} value={outcome}>{name}</option>)}
      </select>
      <button type="button" class="btn small" aria-pressed={filter.hasPolls} title="Shows polls that brought no update, too" onClick={() => set({ hasPolls: !filter.hasPolls })}>Polls</button>
      <button type="button" class="btn small" disabled={entries.length === 0} onClick={() => save(asExport(entries), "botwire-wire.json")}><Icon name="download" size={14} /> Export</button>
    </div>
  );
}
