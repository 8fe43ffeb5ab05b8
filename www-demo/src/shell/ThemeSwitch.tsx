// The switch between dark and light, which looks and works like that of the documentation.
import { Icon } from "./icons.tsx";
import { isDark, toggleTheme } from "./theme.ts";

export function ThemeSwitch() {
  const label = `Switch to ${isDark.value ? "light" : "dark"} theme`;
  return (
    <button type="button" role="switch" aria-checked={isDark.value} class="bar-button" aria-label={label} title={label} onClick={toggleTheme}>
      <Icon name={isDark.value ? "dark" : "light"} />
    </button>
  );
}
