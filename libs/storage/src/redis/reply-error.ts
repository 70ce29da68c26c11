import { ReplyError } from 'ioredis';

/** The server's answer to a call that it refuses. */
export interface RefusedCall extends Error {
  readonly command?: { readonly name: string };
}

/** Whether the server answered with an error: then the call arrived, and was not done. */
export const isReplyError = (error: unknown): error is RefusedCall => error instanceof (ReplyError as typeof Error);

/** Takes what was asked out of an error: it would carry passwords and objects into logs. */
export function hideArguments(error: unknown): void {
  if (!(error instanceof Error) || !('command' in error)) return;
  const { name } = error.command as { name: string };
  error.command = { name };
}
