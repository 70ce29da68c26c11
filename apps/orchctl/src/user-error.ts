/** Error of the user. The message is one line and says what to write. Status 1. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** The server answered what a command cannot work with: another program than an API server, or a broken one. Status 1. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
}

/** The negative result has been shown. Status 1; nothing more is written. */
export class NegativeAnswer extends Error {
  override readonly name = 'NegativeAnswer';
}
