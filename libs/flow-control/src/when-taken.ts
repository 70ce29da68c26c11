import { type ServerRequest, isReplyClosed } from '@orch/http';

/** Answers below this size are left to the connection. Unit: bytes. */
const LARGE_ANSWER_BYTES = 64 * 1024;

/**
 * Releases the seat of a request that was handled: at once for a small answer, otherwise when the last byte of it is written or its
 * connection closes. A client that does not read loses the seat earlier (`UnreadAnswers`), and its bytes are bounded by `unreadBytes`.
 */
export function releaseWhenTaken(request: ServerRequest): void {
  const { reply, answerBytes } = request;
  if (answerBytes < LARGE_ANSWER_BYTES || reply.writableFinished || isReplyClosed(reply) || request.isLongRunning)
    return request.releaseSeat();
  const release = (): void => request.releaseSeat();
  reply.once('finish', release);
  reply.once('close', release);
}
