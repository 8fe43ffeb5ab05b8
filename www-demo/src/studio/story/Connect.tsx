// The story before the first request: how to connect a bot.
import { CopyButton } from "../../wire/Json.tsx";
import { baseUrl } from "../open.ts";

export function Connect() {
  const commands = [
    ["By polling", `curl ${baseUrl()}/bot<token>/getUpdates`],
    ["By webhook", `curl ${baseUrl()}/bot<token>/setWebhook -d url=http://127.0.0.1:3000/`],
  ] as const;
  return (
    <section class="connect" aria-label="How to connect a bot">
      <h2>Connect your bot</h2>
      <p>Start your bot with the base URL <code>{baseUrl()}</code> and the token that the command printed. Write http, not https. It gets its messages in one of two ways:</p>
      {commands.map(([name, command]) => <div key={name} class="connect-way"><b>{name}</b><code>{command}</code><CopyButton text={() => command}>Copy</CopyButton></div>)}
      <p class="muted">Each update and the calls that it causes appear here.</p>
    </section>
  );
}
