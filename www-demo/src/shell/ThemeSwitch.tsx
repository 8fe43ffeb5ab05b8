// The switch between dark, light and the system's colours.
import { Icon } from "./icons.tsx";
import { choose, nextTheme, theme } from "./theme.ts";

/** A button that goes to the next choice. */
export function ThemeSwitch() {
  const names = { auto: "as the system", light: "light", dark: "dark" };
  const label = `Colours: ${names[theme.value]}. Change to ${names[nextTheme()]}`;
  return (
    <button type="button" class="icon-btn" aria-label={label} title={label} onClick={() => choose(nextTheme())}>
      <Icon name={theme.value} />
    </button>
  );
}
