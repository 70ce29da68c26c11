import { ReplyError } from 'ioredis';

/** Whether the server answered with an error: then the call arrived, and was refused. */
export const isReplyError = (error: unknown): error is Error => error instanceof (ReplyError as typeof Error);
