// `#/dashboard/try/<method>?<parameters>`: opens the form of a method with a bot, for links in the reference.
import { useEffect, useState } from "preact/hooks";
import { Connect } from "./Connect.tsx";
import { add, current, insideSession } from "./session.ts";

/** Opens the form. Visitors without a bot get the emulator's bot. */
export function Try({ method, query }: { method: string; query: string }) {
  const [isFailed, fail] = useState(false);
  const go = (): void => {
    const fields = new URLSearchParams(query);
    const user = current.value?.inside?.user.id;
    for (const name of user === undefined ? [] : ["chat_id", "user_id"]) if (!fields.has(name)) fields.set(name, String(user));
    location.replace(`#/dashboard/methods/${method}?${fields}`);
  };
  useEffect(() => {
    if (current.value) go();
    else insideSession().then(add).then(go, () => fail(true));
  }, []);
  if (isFailed) return <div class="page"><Connect onDone={go} /></div>;
  return <div class="loading" role="status"><span class="spinner" /><span class="visually-hidden">The emulator starts</span></div>;
}
