// The switch between webhook and long polling, for the same handler.
import { play } from "./state.ts";
import { type Driver, isPossible } from "./sandbox/drivers.ts";

const DRIVERS: readonly { driver: Driver; name: string; about: string; missing: string }[] = [
  { driver: "webhook", name: "Webhook", about: "The service delivers updates to the bot", missing: "To be delivered to, write `export default { fetch: createWebhookHandler(options, handler) }`" },
  { driver: "polling", name: "Polling", about: "The bot asks for updates: poll(bot, handler)", missing: "To poll, write `export const handler = on({ … })`" },
];

/** How updates come to the bot. */
export function DriverSwitch() {
  const sandbox = play.value?.sandbox;
  const program = sandbox?.runner.program.value;
  const current = sandbox?.drivers.current.value;
  return (
    <span class="segmented driver-switch" role="group" aria-label="How updates come to the bot">
      {DRIVERS.map(({ driver, name, about, missing }) => {
        const can = program !== undefined && isPossible(program, driver);
        return (
          <button key={driver} type="button" aria-pressed={driver === current} disabled={!can} title={program && !can ? missing : about} onClick={() => void sandbox?.drive(driver)}>
            {name}
          </button>
        );
      })}
    </span>
  );
}
