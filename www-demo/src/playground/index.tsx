// The place of the playground.

/** A chat in which the visitor plays the users of a bot that runs in this page. */
export default function Playground() {
  return <div class="page"><h1>Playground</h1></div>;
}
