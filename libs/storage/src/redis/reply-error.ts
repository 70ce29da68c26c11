import { ReplyError } from 'ioredis';

/** An error reply of the server. */
export interface RefusedCall extends Error {
  readonly command?: { readonly name: string };
}

/** Whether the server replied with an error: then the call was received and not executed. */
export const isReplyError = (error: unknown): error is RefusedCall => error instanceof (ReplyError as typeof Error);

/** Removes the command's arguments from an error: they would put passwords and objects into logs. */
export function hideArguments(error: unknown): void {
  if (!(error instanceof Error) || !('command' in error)) return;
  const { name } = error.command as { name: string };
  error.command = { name };
}
