// The session in the context of a handler.

/** The members that {@link sessions} adds to the context. */
export interface SessionContext<Session> {
  /**
   * The session of the update. Changes are saved. Assign `undefined` to delete it.
   *
   * @throws ValidationError after the handler has ended.
   */
  get session(): Session;
  set session(session: Session | undefined);
}
