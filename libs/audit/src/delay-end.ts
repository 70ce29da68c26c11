import type { ServerResponse } from 'node:http';
import { abortResponse, flowOfRequester, inOneStep, isReplyClosed, type ServerRequest } from '@orch/http';

/** Encrypting and writing a smaller answer takes no time to speak of. Unit: bytes. */
const LARGE_ANSWER_BYTES = 64 * 1_024;

/**
 * Delays the end of an answer, with the bytes that are written together with it. Many may wait for the same write of a backend: after it, the large ones take turns.
 * @param before called once, when the answer is about to end. The answer ends when its promise resolves; at once if there is none.
 */
export function delayEnd(request: ServerRequest, before: () => Promise<unknown> | undefined): void {
  const { reply } = request;
  const end = reply.end.bind(reply) as (...args: unknown[]) => ServerResponse;
  reply.end = (...args: unknown[]) => {
    reply.end = () => reply;
    const wait = before();
    if (!wait) return end(...args);
    const endIfOpen = (): unknown => isReplyClosed(reply) || end(...args);
    const isLarge = request.answerBytes >= LARGE_ANSWER_BYTES;
    wait
      .then(() => (isLarge ? inOneStep(endIfOpen, { flow: flowOfRequester(request) }) : endIfOpen()))
      .catch(() => abortResponse(reply)); // no handler of the request would be called
    return reply;
  };
}
