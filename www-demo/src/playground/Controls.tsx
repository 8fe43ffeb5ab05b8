// The controls of the playground in the header: the sample, the faults, and a link to the code.
import { FaultsButton } from "../wire/FaultsButton.tsx";
import { ExamplePick } from "./ExamplePick.tsx";
import { CopyLink } from "./LinkedCode.tsx";
import { play } from "./state.ts";

export default function Controls() {
  return (
    <>
      <span class="bar-line" />
      <ExamplePick />
      <span class="bar-space" />
      <FaultsButton world={play.value?.sandbox.world} />
      <CopyLink />
    </>
  );
}
