// The studio: users and chats, the conversation, and the wire.
import { useEffect, useState } from "preact/hooks";
import { nameOf } from "../chat/service-note.ts";
import { Phone } from "../client/Phone.tsx";
import { Icon, type IconName } from "../shell/icons.tsx";
import { WirePanel } from "../wire/WirePanel.tsx";
import { BotTrouble } from "./BotStatus.tsx";
import { Bar, Head } from "./Head.tsx";
import { Lists } from "./Lists.tsx";
import { baseUrl, type Opened, openStudio } from "./open.ts";

type Part = "lists" | "chat" | "wire";

/** At phone width one of them is shown. */
const PARTS: readonly [Part, string, IconName][] = [["lists", "Chats", "people"], ["chat", "Chat", "chat"], ["wire", "Wire", "list"]];

/** The page. */
export function Studio() {
  const [opened, setOpened] = useState<Opened | undefined>(undefined);
  const [failure, setFailure] = useState("");
  const open = (): void => {
    setFailure("");
    openStudio().then(setOpened, (error: Error) => setFailure(error.message));
  };
  useEffect(open, []);
  const isReplaced = opened?.world.isReplaced.value === true;
  useEffect(() => {
    if (!isReplaced || !opened) return;
    // Users and chats are others.
    opened.client.close();
    opened.world.close();
    setOpened(undefined);
    open();
  }, [isReplaced]);
  if (opened) return <Workplace key={opened.client.id} opened={opened} />;
  return (
    <>
      <Bar />
      <main class="loading">
        {failure ? <p role="alert">Nothing opens at {baseUrl()}: {failure}</p> : <p class="visually-hidden" role="status">The studio opens</p>}
        {failure ? <button type="button" class="btn" onClick={open}>Try again</button> : <span class="spinner" />}
      </main>
    </>
  );
}

function Workplace({ opened: { world, client } }: { opened: Opened }) {
  const [part, setPart] = useState<Part>("chat");
  const people = world.users.value.map((user) => [user.id, `Private: ${nameOf(user)}`] as const);
  const chats = [...people, ...world.chats.value.map(({ id, title = "" }) => [id, title] as const)];
  return (
    <>
      <Head world={world} client={client} />
      <BotTrouble world={world} client={client} />
      <main class={`studio show-${part}`}>
        <Lists client={client} onOpen={() => setPart("chat")} />
        <Phone client={client} hasLists={false} introduction={<p>Write to the bot. Its calls appear on the wire.</p>} />
        <WirePanel wire={world.wire} onDeliver={(bot, update) => world.deliver(bot, update)} faults={world.faults} chats={chats} bots={world.bots.value.map(({ id, first_name }) => [id, first_name] as const)} />
      </main>
      <nav class="studio-tabs" aria-label="Parts of the studio">
        {PARTS.map(([name, label, icon]) => (
          <button key={name} type="button" aria-current={part === name ? "true" : undefined} onClick={() => setPart(name)}><Icon name={icon} size={18} />{label}</button>
        ))}
      </nav>
    </>
  );
}
