/** What is wrong, as a sentence for the user. */
export class Failure extends Error {}
