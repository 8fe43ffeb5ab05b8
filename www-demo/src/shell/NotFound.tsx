// The page for an unknown address, with links to existing ones.

export interface NotFoundProps {
  /** A sentence that says what does not exist. */
  what: string;
  /** Addresses and their names. */
  links: readonly (readonly [href: string, name: string])[];
}

/** A page for an address that leads nowhere. */
export function NotFound({ what, links }: NotFoundProps) {
  return (
    <div class="page not-found">
      <h1>Page not found</h1>
      <p>{what}</p>
      <ul>{links.map(([href, name]) => <li key={href}><a href={href}>{name}</a></li>)}</ul>
    </div>
  );
}
