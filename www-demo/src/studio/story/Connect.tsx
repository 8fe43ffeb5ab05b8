// The story before the first request: how to connect a bot in its library.
import { useState } from "preact/hooks";
import { CopyButton } from "../../wire/Json.tsx";
import { baseUrl } from "../open.ts";
import { LIBRARIES } from "./libraries.ts";

export function Connect() {
  const [chosen, choose] = useState(0);
  const library = LIBRARIES[chosen] ?? LIBRARIES[0];
  const code = library.code(baseUrl());
  const keyed = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (chosen + step + LIBRARIES.length) % LIBRARIES.length;
    choose(next);
    document.getElementById(`connect-tab-${next}`)?.focus();
  };
  return (
    <section class="connect" aria-label="How to connect a bot">
      <h2>Connect your bot</h2>
      <p>Start your bot with the base URL <code>{baseUrl()}</code> and the token that the command printed. Write http, not https.</p>
      <div class="connect-tabs" role="tablist" aria-label="Library" onKeyDown={keyed}>
        {LIBRARIES.map(({ name }, index) => (
          <button
            key={name} id={`connect-tab-${index}`} type="button" role="tab" class="chip" aria-selected={index === chosen} aria-controls="connect-code"
            tabIndex={index === chosen ? 0 : -1} onClick={() => choose(index)}
          >{name}</button>
        ))}
      </div>
      <div class="connect-way" id="connect-code" role="tabpanel" aria-labelledby={`connect-tab-${chosen}`}><code>{code}</code><CopyButton text={() => code}>Copy</CopyButton></div>
      <p class="muted">{library.note ?? "The environment of a bot that the emulator starts has SERVICE and BOT_TOKEN."} Each update and the calls that it causes appear here.</p>
    </section>
  );
}
