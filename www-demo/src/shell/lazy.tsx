// Parts of the site that are loaded when first looked at.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

/** A component whose code is fetched at its first use. A placeholder that names `what` reserves its space; without a name, nothing does. */
export function lazy<Props extends object = object>(load: () => Promise<{ default: ComponentType<Props> }>, what?: string): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props) {
    const [, setReady] = useState(loaded !== undefined);
    const [failure, setFailure] = useState("");
    const attempt = (): void => {
      setFailure("");
      load().then(
        (module) => {
          loaded = module.default;
          setReady(true);
        },
        () => setFailure(`${what} could not be loaded. Check the connection.`),
      );
    };
    useEffect(() => {
      if (!loaded) attempt();
    }, []);
    const Part = loaded;
    if (Part) return <Part {...props} />;
    if (what === undefined) return null;
    return (
      <div class="loading" role="status">
        {failure ? <p>{failure}</p> : <p class="visually-hidden">{what} is loading</p>}
        {failure ? <button type="button" class="btn" onClick={attempt}>Try again</button> : <span class="spinner" />}
      </div>
    );
  };
}
