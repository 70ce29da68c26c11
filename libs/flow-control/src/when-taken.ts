import { type ServerRequest, isReplyClosed } from '@orch/http';

/** Answers below this size are left to the connection. Unit: bytes. */
const LARGE_ANSWER_BYTES = 64 * 1024;

/**
 * Calls `leave` when the client has taken the answer of a request that was handled: at once for a small one, otherwise when its
 * last byte is written or its connection closes. So large answers in memory, of clients that do not read them, are bounded by the
 * seats; `cutStalledAnswers` ends those that nobody takes.
 */
export function whenTaken({ reply, answerBytes, isLongRunning }: ServerRequest, leave: () => void): void {
  if (answerBytes < LARGE_ANSWER_BYTES || reply.writableFinished || isReplyClosed(reply) || isLongRunning)
    return leave();
  let left = false;
  const once = (): void => {
    if (left) return;
    left = true;
    leave();
  };
  reply.once('finish', once);
  reply.once('close', once);
}
