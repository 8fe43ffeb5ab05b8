// The reply keyboard, shown in place of the phone's keyboard.
import "./keyboards.css";
import type { KeyboardButton, ReplyKeyboardMarkup } from "botwire";
import { Icon } from "../shell/icons.tsx";

export interface ReplyKeyboardProps {
  markup: ReplyKeyboardMarkup;
  /** Called when a button is pressed. Without this callback the buttons are shown, but cannot be pressed. */
  onPress?: ((row: number, column: number, button: KeyboardButton) => void) | undefined;
}

/** Rows of buttons that send their text or the requested contact or location. */
export function ReplyKeyboard({ markup, onPress }: ReplyKeyboardProps) {
  return (
    <div class={`reply-keyboard${markup.resize_keyboard ? " resized" : ""}`} role="group" aria-label="Keyboard of the bot">
      {markup.keyboard.map((buttons, row) => (
        <div class="keyboard-row" key={row}>
          {buttons.map((button, column) => {
            const asksContact = "request_contact" in button && button.request_contact;
            const asksPlace = "request_location" in button && button.request_location;
            return (
              <button key={column} type="button" class="reply-button" aria-disabled={!onPress} onClick={() => onPress?.(row, column, button)}>
                {asksContact && <Icon name="person" size={14} />}
                {asksPlace && <Icon name="place" size={14} />}
                <bdi>{typeof button === "string" ? button : button.text}</bdi>
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}
