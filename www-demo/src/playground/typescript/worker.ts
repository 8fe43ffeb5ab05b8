// The worker in which TypeScript runs, so that typing never waits for it.
import typings from "virtual:typings";
import { locate } from "./locate.ts";
import type { QuestionName, Questions } from "./messages.ts";
import { FILE, Language } from "./service.ts";
import { strip } from "./strip.ts";

const language = new Language(new Map(Object.entries(typings)));

/** What answers each question. */
const ANSWERS: { [Name in QuestionName]: (given: Questions[Name][0]) => Questions[Name][1] } = {
  compile: ({ source }) => {
    const diagnostics = language.syntax();
    return { diagnostics, code: diagnostics.length > 0 ? { imports: [] } : strip(FILE, source) };
  },
  diagnose: () => language.diagnostics(),
  complete: ({ at }) => language.completions(at),
  explain: ({ at, label }) => language.explain(at, label),
  hover: ({ at }) => language.hover(at),
  signature: ({ at }) => language.signature(at),
  locate: ({ fault }) => locate(language.tree, fault),
};

self.addEventListener("message", ({ data }: MessageEvent<{ id: number; name: QuestionName; given: { source: string } }>) => {
  const { id, name, given } = data;
  try {
    language.set(given.source);
    const answer = (ANSWERS[name] as (given: object) => unknown)(given);
    postMessage({ id, answer });
  } catch (error) {
    postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});

// Whoever waits learns that it can ask.
postMessage({ id: 0 });
