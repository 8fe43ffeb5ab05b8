// Fixes the results of methods, as `--answer` does.
import { useEffect, useState } from "preact/hooks";
import type { HttpWorld } from "../world/http.ts";

/** A form for the result of a method, and the results that are fixed. */
export function FixedAnswers({ world }: { world: HttpWorld }) {
  const [method, setMethod] = useState("");
  const [result, setResult] = useState("");
  const [failure, setFailure] = useState("");
  const submit = (event: Event): void => {
    event.preventDefault();
    fix(world, method, result).then(() => setFailure(""), (error: Error) => setFailure(error.message));
  };
  return (
    <form class="form" onSubmit={submit}>
      <label class="field"><span>Fix the result of a method, for all bots</span><input class="input mono" spellcheck={false} placeholder="setMyCommands" value={method} onInput={({ currentTarget }) => setMethod(currentTarget.value)} /></label>
      <label class="field"><span>Its result, as JSON</span><input class="input mono" spellcheck={false} placeholder="true" value={result} onInput={({ currentTarget }) => setResult(currentTarget.value)} /></label>
      <div class="sheet-actions"><button type="submit" class="btn" disabled={method === "" || result.trim() === ""}>Fix result</button></div>
      {failure && <p class="bad small" role="alert">{failure}</p>}
      <FixedList world={world} />
    </form>
  );
}

/** The results that are fixed, each with a button that removes it. */
export function FixedList({ world }: { world: HttpWorld }) {
  // Another window or a test may have changed them.
  useEffect(() => void world.fixed.read().catch(() => undefined), [world]);
  const all = world.fixed.all.value;
  if (all.length === 0) return null;
  return (
    <ul class="fixed-list" aria-label="Fixed results">
      {all.map(({ method, result }) => (
        <li key={method}>
          <code>{method}: {JSON.stringify(result)}</code>
          <button type="button" class="btn small" aria-label={`Remove the result of ${method}`} onClick={() => void world.fixed.set(method).catch(() => undefined)}>Remove</button>
        </li>
      ))}
    </ul>
  );
}

async function fix(world: HttpWorld, method: string, json: string): Promise<void> {
  let result: unknown;
  try {
    result = JSON.parse(json);
  } catch (error) {
    throw new Error(`The result is not JSON: ${(error as Error).message}`);
  }
  await world.fixed.set(method, result);
}

/** Answers a method that the emulator does not have: its result from now on. */
export function AnswerWith({ world, method }: { world: HttpWorld; method: string }) {
  const [text, setText] = useState<string | undefined>(undefined);
  const [failure, setFailure] = useState("");
  const fixed = world.fixed.of(method);
  const run = (change: Promise<void>): void => void change.then(() => (setFailure(""), setText(undefined)), (error: Error) => setFailure(error.message));
  const begin = (): void => setText(fixed === undefined ? "true" : JSON.stringify(fixed.result, undefined, 2));
  if (text !== undefined) {
    return (
      <form class="story-answer" onSubmit={(event) => (event.preventDefault(), run(fix(world, method, text)))}>
        <label><span>Result of <code>{method}</code> from now on, as JSON</span>
          <textarea class="input mono" rows={Math.min(10, text.split("\n").length)} spellcheck={false} value={text} ref={focusOnce} onInput={({ currentTarget }) => setText(currentTarget.value)} />
        </label>
        {failure && <p class="bad" role="alert">{failure}</p>}
        <span class="story-acts">
          <button type="submit" class="btn small primary" disabled={text.trim() === ""}>Answer</button>
          <button type="button" class="btn small" onClick={() => (setText(undefined), setFailure(""))}>Cancel</button>
        </span>
      </form>
    );
  }
  return (
    <p class="story-why">
      {fixed !== undefined && <span>Answered from now on with <code>{shortened(JSON.stringify(fixed.result))}</code>.</span>}
      <span class="story-acts">
        {fixed === undefined && <button type="button" class="btn small" onClick={() => run(world.fixed.set(method, true))}>Answer true</button>}
        <button type="button" class="btn small" onClick={begin}>{fixed === undefined ? "Answer with…" : "Change…"}</button>
        {fixed !== undefined && <button type="button" class="btn small" aria-label={`Remove the result of ${method}`} onClick={() => run(world.fixed.set(method))}>Remove</button>}
      </span>
      {failure && <span class="bad" role="alert">{failure}</span>}
    </p>
  );
}

const MOST_SHOWN = 50;
const shortened = (json: string): string => (json.length > MOST_SHOWN ? `${json.slice(0, MOST_SHOWN)}…` : json);

function focusOnce(field: HTMLTextAreaElement | null): void {
  field?.focus({ preventScroll: true });
  field?.select();
}
