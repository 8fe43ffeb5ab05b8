// The playground: a bot whose code can be edited, users to be played, and the wire between them, all in this page.
import "./playground.css";
import { useEffect, useState } from "preact/hooks";
import { Icon, type IconName } from "../shell/icons.tsx";
import { keepPlaygroundForOffline } from "../shell/offline.ts";
import { route } from "../shell/route.ts";
import { begin, example, failure, hand, panel, type Panel } from "./bench.ts";
import { CodePanel } from "./CodePanel.tsx";
import { watchMarks } from "./marks.ts";
import { Phone, PhoneToCome } from "./phone/Phone.tsx";
import { sampleOf } from "./samples/index.ts";
import { WirePanel } from "./WirePanel.tsx";

/** Widths below which only one panel is shown, and below which the wire shares its place with the code. */
const NARROW = "(max-width: 820px)";

const PANELS: readonly [Panel, string, IconName][] = [["chat", "Chat", "chat"], ["code", "Code", "code"], ["wire", "Wire", "list"]];

let isKept = false;

/** A chat in which the visitor plays the users of a bot that runs in this page. */
export default function Playground() {
  const isNarrow = useMedia(NARROW);
  const asked = sampleOf(route.value.split("/")[1] ?? "") ?? example.peek();
  useEffect(() => {
    if (!hand.value || asked !== example.value) void begin(asked);
  }, [asked]);
  useEffect(() => {
    if (!isKept) keepPlaygroundForOffline();
    isKept = true;
    return watchMarks();
  }, []);
  const current = hand.value;
  return (
    <div class={`playground show-${panel.value}`}>
      <h1 class="visually-hidden">Playground</h1>
      <CodePanel isShown={!isNarrow || panel.value === "code"} />
      {current ? <Phone key={current.id} hand={current} /> : <PhoneToCome example={asked} failure={failure.value} />}
      <WirePanel />
      <nav class="panel-tabs" aria-label="Parts of the playground">
        {PANELS.map(([name, label, icon]) => (
          <button key={name} type="button" class={`panel-tab for-${name}`} aria-current={panel.value === name ? "true" : undefined} onClick={() => (panel.value = name)}>
            <Icon name={icon} size={18} />
            {label}
          </button>
        ))}
      </nav>
    </div>
  );
}

/** Whether a media query holds. */
function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const change = (): void => setHolds(list.matches);
    list.addEventListener("change", change);
    return () => list.removeEventListener("change", change);
  }, [query]);
  return holds;
}
