/** The user asked for something that makes no sense here. The message is one line and says what to write. Status 1. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** The answer is no and has been shown. Status 1; nothing more is written. */
export class NegativeAnswer extends Error {
  override readonly name = 'NegativeAnswer';
}
