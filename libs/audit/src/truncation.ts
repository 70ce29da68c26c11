import type { AuditEvent } from './audit-event.js';
import { eventJson } from './event-line.js';

/** Limits of `--audit-*-truncate-enabled`. Unit: bytes of JSON. */
export interface TruncationLimits {
  readonly maxEventBytes: number;
  /** Of all events in one write. */
  readonly maxBatchBytes: number;
}

/** Why an event is lost: without its bodies it is too large, too. */
class EventTooLarge extends Error {
  override readonly name = 'EventTooLarge';
}

/**
 * The event, without its bodies when it exceeds the limit.
 * @param withoutBodies the event with the annotation that its bodies are missing.
 * @throws EventTooLarge when it is too large without them, too.
 */
export function truncated(
  event: AuditEvent,
  { maxEventBytes }: TruncationLimits,
  withoutBodies: (event: AuditEvent) => AuditEvent,
): AuditEvent {
  if (fits(event, maxEventBytes)) return event;
  const rest = withoutBodies(event);
  if (rest !== event && fits(rest, maxEventBytes)) return rest;
  throw new EventTooLarge(`an event without its bodies exceeds ${maxEventBytes} bytes`);
}

function fits(event: AuditEvent, maxBytes: number): boolean {
  const bodies = (event.requestObject?.bytes ?? 0) + (event.responseObject?.bytes ?? 0);
  return bodies <= maxBytes && Buffer.byteLength(eventJson(event)) <= maxBytes;
}
