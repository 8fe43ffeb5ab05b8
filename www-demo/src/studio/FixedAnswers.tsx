// Fixes the results of methods, as `--answer` does.
import { useEffect, useState } from "preact/hooks";
import type { HttpWorld } from "../world/http.ts";
import type { FixedAnswer } from "../world/presence.ts";

/** A form for the result of a method, and the results that are fixed. */
export function FixedAnswers({ world }: { world: HttpWorld }) {
  const [answers, setAnswers] = useState<readonly FixedAnswer[]>([]);
  const [method, setMethod] = useState("");
  const [result, setResult] = useState("");
  const [failure, setFailure] = useState("");
  const run = async (change: () => Promise<void>): Promise<void> => {
    try {
      await change();
      setAnswers(await world.answers());
      setFailure("");
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  };
  useEffect(() => void run(async () => {}), [world]);
  const submit = (event: Event): void => {
    event.preventDefault();
    void run(() => world.answer(method, JSON.parse(result)));
  };
  return (
    <form class="form" onSubmit={submit}>
      <label class="field"><span>Fix the result of a method, for all bots</span><input class="input mono" spellcheck={false} placeholder="setMyCommands" value={method} onInput={({ currentTarget }) => setMethod(currentTarget.value)} /></label>
      <label class="field"><span>Its result, as JSON</span><input class="input mono" spellcheck={false} placeholder="true" value={result} onInput={({ currentTarget }) => setResult(currentTarget.value)} /></label>
      <div class="sheet-actions"><button type="submit" class="btn" disabled={method === "" || result.trim() === ""}>Fix result</button></div>
      {failure && <p class="bad small" role="alert">{failure}</p>}
      <ul class="studio-deliveries" aria-label="Fixed results">
        {answers.map((fixed) => (
          <li key={fixed.method}>
            <code>{fixed.method}: {JSON.stringify(fixed.result)}</code>{" "}
            <button type="button" class="btn small" aria-label={`Remove the result of ${fixed.method}`} onClick={() => void run(() => world.answer(fixed.method))}>Remove</button>
          </li>
        ))}
      </ul>
    </form>
  );
}
