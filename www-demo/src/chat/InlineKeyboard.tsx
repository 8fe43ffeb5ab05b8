// The inline keyboard under a message.
import "./keyboards.css";
import type { InlineKeyboardButton, InlineKeyboardMarkup } from "botwire";
import { Icon, type IconName } from "../shell/icons.tsx";

/** Returns the kind of a button, from the field that is set. */
export function kindOf(button: InlineKeyboardButton): "url" | "switch" | "game" | "pay" | "callback" {
  if ("url" in button && button.url !== undefined) return "url";
  if ("pay" in button && button.pay) return "pay";
  if ("callback_game" in button && button.callback_game) return "game";
  if ("callback_data" in button && button.callback_data !== undefined) return "callback";
  return "switch";
}

const ICONS: Partial<Record<ReturnType<typeof kindOf>, [IconName, string]>> = {
  url: ["open", "opens a page"],
  switch: ["at", "inline query"],
  game: ["game", "game"],
  pay: ["card", "payment"],
};

export interface InlineKeyboardProps {
  markup: InlineKeyboardMarkup;
  /** Called when a button is pressed. Without this callback the buttons are shown, but cannot be pressed. */
  onPress?: ((row: number, column: number, button: InlineKeyboardButton) => void) | undefined;
  /** Returns true while a button waits for its answer. */
  isBusy?: ((row: number, column: number) => boolean) | undefined;
}

/** Rows of buttons. */
export function InlineKeyboard({ markup, onPress, isBusy }: InlineKeyboardProps) {
  return (
    <div class="inline-keyboard" role="group" aria-label="Buttons of the message">
      {markup.inline_keyboard.map((buttons, row) => (
        <div class="keyboard-row" key={row}>
          {buttons.map((button, column) => {
            const busy = isBusy?.(row, column) ?? false;
            const mark = ICONS[kindOf(button)];
            const data = "callback_data" in button ? button.callback_data : undefined;
            return (
              <button
                key={column} type="button" class="inline-button" aria-disabled={!onPress} aria-busy={busy}
                title={data === undefined ? undefined : `callback_data: ${data}`}
                onClick={() => onPress?.(row, column, button)}
              >
                <span class="inline-text" dir="auto">{button.text}</span>
                {busy && <span class="inline-busy"><span class="visually-hidden">waits for the bot</span></span>}
                {!busy && mark && <span class="inline-mark" title={mark[1]}><Icon name={mark[0]} size={12} /></span>}
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}
