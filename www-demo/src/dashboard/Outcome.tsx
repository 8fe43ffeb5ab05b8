// The outcome of a call: running, done, or failed, in full.
import "./outcome.css";
import { Icon } from "../shell/icons.tsx";
import { CopyButton, Json } from "../wire/Json.tsx";
import { shown } from "../wire/mask.ts";
import type { Calling } from "./calling.ts";
import { Downloads } from "./Downloads.tsx";
import { Failure } from "./Failure.tsx";
import { Running } from "./Running.tsx";
import type { Session } from "./session.ts";

export interface OutcomeProps {
  session: Session;
  calling: Calling;
  /** Makes the call again. */
  repeat?: (() => void) | undefined;
  /** Makes it for the supergroup that the group became. */
  migrate?: ((to: number) => void) | undefined;
  /** Shows the result too. Default true. */
  withResult?: boolean;
}

/** The state of a call. */
export function Outcome({ session, calling, repeat, migrate, withResult = true }: OutcomeProps) {
  const state = calling.state.value;
  if (state === "idle") return null;
  if (state === "running") return <Running calling={calling} />;
  if (state === "done") return withResult ? <Done session={session} calling={calling} /> : null;
  return <Failure session={session} error={calling.error.value} repeat={repeat} migrate={migrate} />;
}

function Done({ session, calling }: { session: Session; calling: Calling }) {
  const result = calling.result.value;
  const text = shown(result, session.mask);
  return (
    <div class="done">
      <div class="done-head">
        <span class="badge ok"><Icon name="check" size={13} /> ok</span>
        <span class="muted" role="status">answered in {calling.ms.value} ms</span>
        <CopyButton text={() => text}>Copy</CopyButton>
      </div>
      <Json label="Result" text={text} />
      <Downloads session={session} within={result} />
    </div>
  );
}
