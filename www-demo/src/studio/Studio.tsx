// The studio: users and chats, the conversation, the wire as a story, and the detail of what is chosen.
import { useComputed } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Phone } from "../client/Phone.tsx";
import { Icon, type IconName } from "../shell/icons.tsx";
import { Bar, Head } from "./Bar.tsx";
import { Console } from "./console/Console.tsx";
import { Ended } from "./console/Ended.tsx";
import { Desk, type Part } from "./desk.ts";
import { Lists } from "./Lists.tsx";
import { remember } from "./memory.ts";
import { actionsOn, useOpened } from "./messages.ts";
import { baseUrl, type Opened, openStudio } from "./open.ts";
import { focusComposer, pressed } from "./shortcuts.ts";
import { Silence } from "./Silence.tsx";
import { sizes, Splitter } from "./Splitter.tsx";
import { Detail } from "./story/Detail.tsx";
import { Story } from "./story/Story.tsx";
import { undo, undoable } from "./undo.ts";

/** At phone width one of them is shown. */
const PARTS: readonly [Part, string, IconName][] = [["lists", "Chats", "people"], ["chat", "Chat", "chat"], ["wire", "Wire", "list"]];

/** The page. */
export function Studio() {
  const [opened, setOpened] = useState<Opened | undefined>(undefined);
  const [failure, setFailure] = useState("");
  const open = (former?: Opened): void => {
    setFailure("");
    openStudio(former).then(setOpened, (error: Error) => setFailure(error.message));
  };
  useEffect(() => open(), []);
  const isReplaced = opened?.world.isReplaced.value === true;
  useEffect(() => {
    if (!isReplaced || !opened) return;
    // Users and chats are others.
    opened.client.close();
    opened.world.close();
    setOpened(undefined);
    open(opened);
  }, [isReplaced]);
  if (opened) return <Workplace key={opened.client.id} opened={opened} />;
  return (
    <>
      <Bar />
      <main class="loading">
        {failure ? <p role="alert">Nothing opens at {baseUrl()}: {failure}</p> : <p class="visually-hidden" role="status">The studio opens</p>}
        {failure ? <button type="button" class="btn" onClick={() => open()}>Try again</button> : <span class="spinner" />}
      </main>
    </>
  );
}

function Workplace({ opened: { world, client } }: { opened: Opened }) {
  const [desk] = useState(() => new Desk(world, client));
  const work = useRef<HTMLElement>(null);
  const { part, tab, chosen } = desk;
  const ringed = useComputed(() => desk.ringed());
  useEffect(() => remember(client), [client]);
  useOpened(desk);
  useLayoutEffect(focusComposer, []);
  useEffect(() => {
    const key = (event: KeyboardEvent): void => void (pressed(event, desk) && event.preventDefault());
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [desk]);
  // What is chosen is on the wire, whatever part is shown.
  useEffect(() => {
    if (chosen.value) part.value = "wire";
  }, [chosen.value]);
  const isOpen = desk.block !== undefined;
  useLayoutEffect(() => {
    const style = work.current?.style;
    for (const [pane, size] of [["lists", sizes.value["lists"]], ["wire", sizes.value[isOpen ? "wire-open" : "wire"]], ["detail", sizes.value["detail"]]] as const) {
      if (size === undefined) style?.removeProperty(`--${pane}`);
      else style?.setProperty(`--${pane}`, `${size}px`);
    }
  }, [sizes.value, isOpen]);
  const widthOf = (pane: string) => (): number => work.current?.querySelector(pane)?.getBoundingClientRect().width ?? 0;
  const errors = world.program.lines.value.filter(({ stream }) => stream === "stderr").length;
  return (
    <>
      <Head desk={desk} />
      <main class={`studio show-${part.value}${isOpen ? " with-detail" : ""}`} ref={work}>
        <Lists desk={desk} />
        <Phone
          client={client} hasLists={false} introduction={<Introduction desk={desk} />} ringed={ringed.value} under={<Silence desk={desk} />} isTool
          actions={(message) => actionsOn(desk, message)}
        />
        <section class="pane wire-pane" aria-label="Wire">
          <header class="pane-head">
            <div class="tabs" role="group" aria-label="Wire or console">
              <button type="button" aria-pressed={tab.value === "wire"} onClick={() => (tab.value = "wire")}>Wire</button>
              <button type="button" aria-pressed={tab.value === "console"} onClick={() => (tab.value = "console")}>Console {errors > 0 && <span class="count bad">{errors}<span class="visually-hidden"> lines of errors</span></span>}</button>
            </div>
            <span class="space" />
            {tab.value === "wire" && <button type="button" class="icon-btn small" aria-label="Clear the view" title="Clear the view" onClick={() => (desk.choose(undefined), world.wire.clear())}><Icon name="trash" size={15} /></button>}
          </header>
          {tab.value === "wire" ? <Story desk={desk} /> : <Console desk={desk} />}
        </section>
        <Detail desk={desk} />
        <Splitter class="at-lists" name="lists" label="Width of the lists" grows={1} min={56} max={400} measure={widthOf(".studio-lists")} />
        <Splitter class="at-wire" name={isOpen ? "wire-open" : "wire"} label="Width of the wire" grows={-1} min={320} max={900} measure={widthOf(".wire-pane")} />
        {isOpen && <Splitter class="at-detail" name="detail" label="Width of the detail" grows={-1} min={360} max={800} measure={widthOf(".detail")} />}
      </main>
      <nav class="studio-tabs" aria-label="Parts of the studio">
        {PARTS.map(([name, label, icon]) => (
          <button key={name} type="button" aria-current={part.value === name ? "true" : undefined} onClick={() => (desk.choose(undefined), (part.value = name))}><Icon name={icon} size={18} />{label}</button>
        ))}
      </nav>
      <Ended desk={desk} />
      <Toast desk={desk} />
    </>
  );
}

function Introduction({ desk: { client } }: { desk: Desk }) {
  return (
    <div class="studio-start">
      <p>Write as {client.me.value.first_name}. Your bot gets the update as soon as it asks for one.</p>
      <button type="button" class="btn primary" onClick={() => void client.write("/start")}>/start</button>
    </div>
  );
}

/** Offers to undo a reset. */
function Toast({ desk }: { desk: Desk }) {
  const last = undoable.value;
  useEffect(() => {
    if (!last) return;
    const timer = setTimeout(() => (undoable.value = undefined), 20_000);
    return () => clearTimeout(timer);
  }, [last]);
  if (!last) return null;
  return (
    <div class="toast" role="status">
      <span>{last.text}</span>
      <button type="button" onClick={() => void desk.client.attempt(() => undo(desk.world))}>Undo</button>
      <button type="button" aria-label="Dismiss" onClick={() => (undoable.value = undefined)}><Icon name="close" size={14} /></button>
    </div>
  );
}
