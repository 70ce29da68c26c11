/** Several messages as one: a single one as it is, more of them as a list in brackets. Of none: `[]`. */
export const aggregatedText = (messages: readonly string[]): string =>
  messages.length === 1 ? messages[0]! : `[${messages.join(', ')}]`;
