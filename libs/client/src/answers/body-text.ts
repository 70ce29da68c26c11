/** The text of a body in UTF-8. */
export const textOf = (chunks: readonly Uint8Array[]): string => Buffer.concat(chunks).toString('utf8');
