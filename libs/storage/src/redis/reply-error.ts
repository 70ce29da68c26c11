import { ReplyError } from 'ioredis';

/** The server's answer to a call that it refuses. */
export interface RefusedCall extends Error {
  readonly command?: { readonly name: string };
}

/** Whether the server answered with an error: then the call arrived, and was not done. */
export const isReplyError = (error: unknown): error is RefusedCall => error instanceof (ReplyError as typeof Error);
