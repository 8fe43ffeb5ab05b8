// The dashboard: what someone who runs a bot opens.

/** The views on one bot. */
export default function Dashboard() {
  return <div class="page"><h1>Dashboard</h1></div>;
}
