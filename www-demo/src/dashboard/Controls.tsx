// The controls of the dashboard in the header: the bot, and whether it is healthy.
import { useEffect } from "preact/hooks";
import { Bots } from "./Bots.tsx";
import { healthOf } from "./health.ts";
import { current } from "./session.ts";

export default function Controls() {
  const session = current.value;
  useEffect(() => session && healthOf(session).know(), [session]);
  if (!session) return null;
  const verdict = healthOf(session).verdict.value;
  return (
    <>
      <span class="bar-line" />
      <Bots session={session} />
      {verdict && <p class="bar-health" title={verdict.text}><span class={`dot ${verdict.style}`} /> {verdict.short}</p>}
    </>
  );
}
