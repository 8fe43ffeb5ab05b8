// The playground: a bot with editable code, users to play, and the wire log between them, all in this page.
import "../style/panels.css";
import "./playground.css";
import { useEffect, useRef } from "preact/hooks";
import { Icon, type IconName } from "../shell/icons.tsx";
import { keepPlaygroundForOffline } from "../shell/offline.ts";
import { NotFound } from "../shell/NotFound.tsx";
import { useMedia } from "../shell/media.ts";
import { replaceRoute, route } from "../shell/route.ts";
import { begin, example, isFromLink, isLinkDamaged, type Panel, panel, play, record } from "./state.ts";
import { CodePanel } from "./CodePanel.tsx";
import { watchMarks } from "./marks.ts";
import { SamplePhone } from "./SamplePhone.tsx";
import { warnBeforeLeaving } from "./samples/edits.ts";
import { sampleOf, SAMPLES } from "./samples/index.ts";
import { sourceIn } from "./samples/link.ts";
import { WirePanel } from "../wire/WirePanel.tsx";

/** Widths below which only one panel is shown, and below which the wire shares its place with the code. */
const NARROW = "(max-width: 820px)";

const PANELS: readonly [Panel, string, IconName][] = [["chat", "Chat", "chat"], ["code", "Code", "code"], ["wire", "Wire", "list"]];

let isKept = false;

/** A chat in which the visitor plays the users of a bot that runs in this page. */
export default function Playground() {
  const isNarrow = useMedia(NARROW);
  const [path = "", query = ""] = route.value.split("?");
  const id = path.split("/")[1] ?? "";
  const asked = id === "" ? example.peek() : sampleOf(id);
  const code = new URLSearchParams(query).get("code");
  useEffect(() => {
    if (!asked) return;
    if (code === null) {
      isLinkDamaged.value = false;
      if (!play.value || asked !== example.value) void begin(asked);
      return;
    }
    const read = sourceIn(code).catch(() => undefined);
    void read.then((source) => {
      isLinkDamaged.value = source === undefined;
      return begin(asked, source);
    });
  }, [asked, code]);
  const isLinked = isFromLink.value;
  const hadLink = useRef(false);
  useEffect(() => {
    // A reload offers the code of a link again until the visitor has decided.
    if (hadLink.current && !isLinked && code !== null) replaceRoute(path);
    hadLink.current = isLinked;
  }, [isLinked]);
  useEffect(() => {
    if (!isKept) keepPlaygroundForOffline();
    isKept = true;
    const ends = [watchMarks(), warnBeforeLeaving()];
    return () => ends.forEach((end) => end());
  }, []);
  if (!asked) return <NotFound what={`There is no sample with the name “${id}”.`} links={SAMPLES.map((sample) => [`#/playground/${sample.id}`, sample.name])} />;
  return (
    <div class={`playground show-${panel.value}`}>
      <h1 class="visually-hidden">Playground</h1>
      <CodePanel isShown={!isNarrow || panel.value === "code"} />
      <SamplePhone sample={asked} />
      <WirePanel wire={record} world={play.value?.sandbox.world} />
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
