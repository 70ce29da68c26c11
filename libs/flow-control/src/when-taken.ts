import { type ServerRequest, isReplyClosed } from '@orch/http';

/** Smaller answers release the seat at once. Unit: bytes. */
const LARGE_ANSWER_BYTES = 64 * 1024;

/**
 * Releases the seat of a handled request: at once for a small answer, otherwise when its last byte is written or its
 * connection closes. If the client does not read, the seat is released earlier (`UnreadAnswers`), and the bytes are
 * limited by `unreadBytes`.
 */
export function releaseWhenTaken(request: ServerRequest): void {
  const { reply, answerBytes } = request;
  if (answerBytes < LARGE_ANSWER_BYTES || reply.writableFinished || isReplyClosed(reply) || request.isLongRunning)
    return request.releaseSeat();
  const release = (): void => request.releaseSeat();
  reply.once('finish', release);
  reply.once('close', release);
}
