// The samples of docs/samples, in the order of the menu.
import { load, samples } from "virtual:samples";
import type { Code } from "../run/code.ts";
import type { Sample, Step } from "./describe.ts";

/** A step that a visitor can take by a button. */
export type Try = Exclude<Step, { what: "press" | "answer" }>;

/** Those that show most come first. */
const FIRST: readonly string[] = ["echo", "menu", "search", "shop", "game", "moderation"];
const rank = ({ id }: Sample): number => (FIRST.includes(id) ? FIRST.indexOf(id) : FIRST.length);

/** All samples. */
export const SAMPLES: readonly Sample[] = [...samples].sort((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name));

/** The sample of that name. */
export const sampleOf = (id: string): Sample | undefined => SAMPLES.find((sample) => sample.id === id);

/** The steps that a visitor can try. */
export const triesOf = ({ steps }: Sample): readonly Try[] => steps.filter((step): step is Try => step.what !== "press" && step.what !== "answer");

/** The text of a sample, and the code that it is. */
export async function loadSample({ id }: Sample): Promise<{ source: string; code: Code }> {
  const { default: loaded } = (await load[id]?.()) ?? {};
  if (!loaded) throw new Error(`there is no sample ${id}`);
  return loaded;
}
