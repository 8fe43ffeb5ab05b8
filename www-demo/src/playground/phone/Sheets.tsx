// Whichever sheet lies over the chat.
import { Checkout } from "./Checkout.tsx";
import { Game } from "./Game.tsx";
import type { Hand } from "./hand.ts";
import { Sheet } from "./Sheet.tsx";

/** The sheet, if there is one. */
export function Sheets({ hand }: { hand: Hand }) {
  const sheet = hand.sheet.value;
  const close = (): void => {
    hand.sheet.value = undefined;
  };
  switch (sheet?.kind) {
    case "checkout":
      return <Checkout key={sheet.message.message_id} hand={hand} message={sheet.message} />;
    case "game":
      return <Game hand={hand} url={sheet.url} title={sheet.title} />;
    case "alert":
      return (
        <Sheet title={hand.stage.emulator.bot.first_name} onClose={close}>
          <p>{sheet.text}</p>
          <div class="sheet-ways"><button type="button" class="btn primary" onClick={close}>OK</button></div>
        </Sheet>
      );
    case "link":
      return (
        <Sheet title="Open this page?" onClose={close}>
          <p class="mono sheet-url">{sheet.url}</p>
          <div class="sheet-ways">
            <button type="button" class="btn" onClick={close}>Cancel</button>
            {/^https?:/.test(sheet.url) && <a class="btn primary" href={sheet.url} target="_blank" rel="noreferrer noopener" onClick={close}>Open</a>}
          </div>
        </Sheet>
      );
    case "choose": {
      const write = (place: "bot" | "group"): void => {
        close();
        hand.stage.play(hand.stage.me.value, place);
        hand.draft.value = sheet.query;
      };
      return (
        <Sheet title="In which chat?" onClose={close}>
          <div class="sheet-ways">
            <button type="button" class="btn" onClick={() => write("bot")}>{hand.stage.emulator.bot.first_name}</button>
            <button type="button" class="btn" onClick={() => write("group")}>The group</button>
          </div>
        </Sheet>
      );
    }
    default:
      return null;
  }
}
