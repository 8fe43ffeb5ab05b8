// Buttons that inject faults, their scope, and the active faults.
import { useState } from "preact/hooks";
import type { InjectedFault } from "botwire/emulator";
import { Icon } from "../shell/icons.tsx";
import type { FaultScope, Times } from "../world/fault-types.ts";
import { FAULTS } from "../world/faults.ts";
import type { Faults } from "../world/world.ts";

export interface FaultPanelProps {
  /** Absent until the emulator is there. */
  faults: Faults | undefined;
  /** Chats and bots that a fault can be limited to: identifier and name. Without them, the scope cannot be set. */
  chats?: readonly (readonly [number, string])[] | undefined;
  bots?: readonly (readonly [number, string])[] | undefined;
}

const CHOICES: readonly [Times, string][] = [[1, "Once"], [3, "3 times"], ["always", "Always"]];

/** The faults. */
export function FaultPanel({ faults, chats, bots = [] }: FaultPanelProps) {
  const [times, setTimes] = useState<Times>(1);
  const [scope, setScope] = useState<FaultScope>({});
  const [failure, setFailure] = useState("");
  const set = faults?.set.value ?? [];
  const struck = faults?.struck.value ?? new Map<string, number>();
  const attempt = (act: Promise<void> | undefined): void => {
    setFailure("");
    act?.catch((error: Error) => setFailure(error.message));
  };
  return (
    <div class="faults">
      <div class="panel-head">
        <h2>Faults</h2>
        <span class="panel-actions segmented" role="group" aria-label="How often the fault occurs">
          {CHOICES.map(([value, name]) => <button key={name} type="button" aria-pressed={times === value} onClick={() => setTimes(value)}>{name}</button>)}
        </span>
      </div>
      <div class="fault-list" role="group" aria-label="Faults of the service">
        {FAULTS.map((fault) => {
          const remaining = remainingOf(set.filter(({ kind }) => kind === fault.what));
          const count = struck.get(fault.what) ?? 0;
          return (
            <button
              key={fault.what} type="button" class="fault" aria-pressed={remaining !== undefined} disabled={!faults} title={fault.about}
              onClick={() => attempt(faults?.toggle(fault, times, scope))}
            >
              <Icon name={fault.icon} size={14} />
              {fault.name}
              {remaining !== undefined && remaining !== 1 && <span class="count">{remaining === Infinity ? "∞" : remaining}</span>}
              {remaining === undefined && count > 0 && <span class="fault-struck" aria-label={`has struck ${count} ${count === 1 ? "time" : "times"}`}>{count}×</span>}
            </button>
          );
        })}
      </div>
      {chats && <Scope times={times} onTimes={setTimes} scope={scope} onScope={setScope} chats={chats} bots={bots} />}
      {chats && set.length > 0 && (
        <ul class="fault-set" aria-label="Faults that are set">
          {set.map((fault) => (
            <li key={fault.number}>
              <span dir="auto">{inWords(fault, [...chats, ...bots])}</span>
              <button type="button" class="icon-btn small" aria-label={`Take back: ${inWords(fault, [])}`} onClick={() => attempt(faults?.remove(fault.number))}><Icon name="close" size={14} /></button>
            </li>
          ))}
        </ul>
      )}
      <p class={`fault-about small ${failure ? "bad" : "muted"}`} role="status">{failure || aboutFaults(set, struck)}</p>
    </div>
  );
}

interface ScopeProps {
  times: Times;
  onTimes: (times: Times) => void;
  scope: FaultScope;
  onScope: (scope: FaultScope) => void;
  chats: readonly (readonly [number, string])[];
  bots: readonly (readonly [number, string])[];
}

/** The scope of the next fault. */
function Scope({ times, onTimes, scope, onScope, chats, bots }: ScopeProps) {
  const number = (text: string): number | undefined => (text === "" ? undefined : Number(text));
  return (
    <details class="fault-scope">
      <summary>Only for … <span class="muted">{Object.values(scope).some(Boolean) ? "some requests" : "everything"}</span></summary>
      <div class="fault-fields">
        <label>Method <input class="input" placeholder="any" value={scope.method ?? ""} onInput={({ currentTarget: { value } }) => onScope({ ...scope, method: (value.trim() || undefined) as FaultScope["method"] })} /></label>
        <label>Chat <select class="select" value={scope.chat ?? ""} onChange={({ currentTarget: { value } }) => onScope({ ...scope, chat: number(value) })}>
          <option value="">any</option>{chats.map(([id, title]) => <option key={id} value={id}>{title}</option>)}
        </select></label>
        {bots.length > 1 && <label>Bot <select class="select" value={scope.bot ?? ""} onChange={({ currentTarget: { value } }) => onScope({ ...scope, bot: number(value) })}>
          <option value="">any</option>{bots.map(([id, name]) => <option key={id} value={id}>{name}</option>)}
        </select></label>}
        <label>Times <input class="input" type="number" min="1" max="1000" placeholder="always" value={times === "always" ? "" : times} onInput={({ currentTarget: { value } }) => onTimes(Number(value) >= 1 ? Math.floor(Number(value)) : "always")} /></label>
        <label class="fault-check"><input type="checkbox" checked={scope.deliveries === true} onChange={({ currentTarget: { checked } }) => onScope({ ...scope, deliveries: checked || undefined })} /> Deliveries to the webhook in place of calls</label>
      </div>
    </details>
  );
}

/** The number of faults of a kind that remain; undefined if none is set. */
function remainingOf(faults: readonly InjectedFault[]): number | undefined {
  return faults.length === 0 ? undefined : faults.reduce((sum, { times = Infinity }) => sum + times, 0);
}

function inWords({ kind, times, method, chat, bot, deliveries }: InjectedFault, names: readonly (readonly [number, string])[]): string {
  const name = FAULTS.find(({ what }) => what === kind)?.name ?? kind;
  const of = (id: number): string => names.find(([known]) => known === id)?.[1] ?? String(id);
  const scope = [method, chat !== undefined && of(chat), bot !== undefined && of(bot), deliveries && "deliveries"].filter(Boolean);
  return `${name}${scope.length > 0 ? ` of ${scope.join(", ")}` : ""}, ${times === undefined ? "always" : `${times}×`}`;
}

function aboutFaults(set: readonly InjectedFault[], struck: ReadonlyMap<string, number>): string {
  const [first, ...others] = FAULTS.filter(({ what }) => set.some(({ kind }) => kind === what));
  if (first) return others.length === 0 ? `Armed: ${first.about.charAt(0).toLowerCase()}${first.about.slice(1)}.` : `${others.length + 1} faults are armed.`;
  // Maps keep the order of their keys: the fault that struck last is set last.
  const last = FAULTS.find(({ what }) => what === [...struck.keys()].at(-1));
  return last ? `${last.name} struck: the entry on the wire shows what became of it.` : "Press one, then write to the bot.";
}
