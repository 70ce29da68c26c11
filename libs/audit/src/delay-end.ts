import type { ServerResponse } from 'node:http';
import { isReplyClosed } from '@orch/http';

/**
 * Delays the end of an answer, with the bytes that are written together with it.
 * @param before called once, when the answer is about to end. The answer ends when its promise resolves; at once if there is none.
 */
export function delayEnd(reply: ServerResponse, before: () => Promise<unknown> | undefined): void {
  const end = reply.end.bind(reply) as (...args: unknown[]) => typeof reply;
  reply.end = (...args: unknown[]) => {
    reply.end = () => reply;
    const wait = before();
    if (!wait) return end(...args);
    void wait.then(() => isReplyClosed(reply) || end(...args));
    return reply;
  };
}
