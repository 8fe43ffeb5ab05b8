// "Save as test": the conversation as a scenario that a command plays, or as a test for Node.
import "./save-test.css";
import type { Scenario, ScenarioStep } from "botwire/emulator";
import { useEffect, useState } from "preact/hooks";
import { Sheet } from "../client/Sheet.tsx";
import { save } from "../wire/copies.ts";
import { CopyButton } from "../wire/Json.tsx";
import { baseUrl } from "./open.ts";
import { saved, type Format, FORMATS, isSaving } from "./save-test.ts";

interface Recording {
  readonly scenario: Scenario;
  readonly omitted: readonly string[];
}

export function SaveTest() {
  const [recording, setRecording] = useState<Recording | string>();
  useEffect(() => {
    void read().then(setRecording, (error: unknown) => setRecording(String(error)));
  }, []);
  return (
    <Sheet title="Save as test" isTall onClose={() => (isSaving.value = false)}>
      {typeof recording === "object" ? <Chosen {...recording} /> : <p class="muted">{recording ?? "…"}</p>}
    </Sheet>
  );
}

function Chosen({ scenario, omitted }: Recording) {
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [format, setFormat] = useState<Format>("json");
  const [title, setTitle] = useState("conversation");
  const steps = scenario.steps.filter((_, index) => !left.has(index));
  if (scenario.steps.length === 0) return <p class="muted">Nothing was said since the start or the last reset. Write to the bot first.</p>;
  const { version, ...others } = scenario;
  const file = saved({ version, title, ...others, steps }, format);
  const toggle = (index: number): void => setLeft(new Set(left.has(index) ? [...left].filter((other) => other !== index) : [...left, index]));
  return (
    <div class="save-test">
      <label class="field">Title<input class="input" data-first value={title} onInput={({ currentTarget: { value } }) => setTitle(value)} /></label>
      <fieldset>
        <legend>{steps.length} of {scenario.steps.length} steps</legend>
        {scenario.steps.map((step, index) => (
          <label key={index}><input type="checkbox" checked={!left.has(index)} onChange={() => toggle(index)} /> <span>{inWords(step)}<small>{answersOf(step)}</small></span></label>
        ))}
      </fieldset>
      {omitted.length > 0 && <p class="muted">Not contained: {omitted.join("; ")}.</p>}
      <div class="save-test-formats" role="radiogroup" aria-label="Format">
        {Object.entries(FORMATS).map(([name, about]) => (
          <label key={name}><input type="radio" name="save-format" checked={format === name} onChange={() => setFormat(name as Format)} /> <span>{about}</span></label>
        ))}
      </div>
      <p class="small">Run it with <code>{file.command}</code></p>
      <div class="save-test-ways">
        <button type="button" class="btn primary" disabled={steps.length === 0} onClick={() => save(new Blob([file.text], { type: "text/plain" }), file.name)}>Download {file.name}</button>
        <CopyButton text={() => file.text}>Copy</CopyButton>
      </div>
    </div>
  );
}

async function read(): Promise<Recording> {
  const { ok, result, description } = (await (await fetch(`${baseUrl()}/user/scenario`)).json()) as { ok: boolean; result: Recording; description?: string };
  if (!ok) throw new Error(description);
  return result;
}

/** A step in words, such as `alice: write “hello”`. */
function inWords({ act, user, text, by, query, result, chat }: ScenarioStep): string {
  const what = [text, by, query, result].find((value) => typeof value === "string") as string | undefined;
  return `${user === undefined ? "" : `${String(user)}: `}${act}${what === undefined ? "" : ` “${what}”`}${chat === undefined ? "" : ` in ${String(chat)}`}`;
}

function answersOf({ expect }: ScenarioStep): string {
  if (expect === undefined) return "not waited for";
  return expect.length === 0 ? "no answer" : expect.map(({ method }) => method).join(", ");
}
