// Shows the sheet that covers the chat.
import { type Place, placeKey } from "../world/world.ts";
import { AboutChat, AboutUser } from "./AboutChat.tsx";
import { Checkout } from "./Checkout.tsx";
import { Game } from "./Game.tsx";
import type { Client } from "./client.ts";
import { PlaceSheet } from "./PlaceSheet.tsx";
import { Rights } from "./Rights.tsx";
import { Sheet } from "./Sheet.tsx";

/** The open sheet, if any. */
export default function Sheets({ client }: { client: Client }) {
  const sheet = client.sheet.value;
  const close = (): void => {
    client.sheet.value = undefined;
  };
  switch (sheet?.kind) {
    case "checkout":
      return <Checkout key={sheet.message.message_id} client={client} message={sheet.message} />;
    case "chat": {
      const { chat } = client.view.value;
      return chat ? <AboutChat key={chat.id} client={client} chat={chat} /> : null;
    }
    case "rights": {
      const { chat } = client.view.value;
      return chat ? <Rights key={sheet.member.user.id} client={client} chat={chat} member={sheet.member} sets={sheet.sets} /> : null;
    }
    case "place":
      return <PlaceSheet client={client} />;
    case "user":
      return <AboutUser client={client} user={sheet.user} />;
    case "game":
      return <Game client={client} url={sheet.url} title={sheet.title} />;
    case "alert":
      return (
        <Sheet title={client.bot?.first_name ?? "Bot"} onClose={close}>
          <p dir="auto">{sheet.text}</p>
          <div class="sheet-actions"><button type="button" class="btn primary" onClick={close}>OK</button></div>
        </Sheet>
      );
    case "link":
      return (
        <Sheet title="Open this page?" onClose={close}>
          <p class="mono sheet-url">{sheet.url}</p>
          <div class="sheet-actions">
            <button type="button" class="btn" onClick={close}>Cancel</button>
            {/^https?:/.test(sheet.url) && <a class="btn primary" href={sheet.url} target="_blank" rel="noreferrer noopener" onClick={close}>Open</a>}
          </div>
        </Sheet>
      );
    case "choose": {
      const write = async (place: Place): Promise<void> => {
        close();
        await client.play(client.me.value, place);
        client.draft.value = sheet.query;
      };
      return (
        <Sheet title="In which chat?" onClose={close}>
          <div class="sheet-actions">
            {client.places.map((place) => <button key={placeKey(place)} type="button" class="btn" onClick={() => void write(place)}>{client.titleOf(place)}</button>)}
          </div>
        </Sheet>
      );
    }
    default:
      return null;
  }
}
