/** An error whose message is a sentence for the user. */
export class Failure extends Error {}
