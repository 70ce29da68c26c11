import type { AuditEvent, AuditUser } from './audit-event.js';

export type EventFormat = 'json' | 'legacy';

/**
 * One event as one line, with its line break. Values from clients are escaped, so no name and no path can start a
 * new line or look like another field.
 */
export const eventLine = (event: AuditEvent, format: EventFormat): string =>
  format === 'json' ? `${eventJson(event)}\n` : legacyLine(event);

/** One event as JSON, without line breaks. HOT PATH (bench: audit): bodies are put in as the text they are. */
export function eventJson({ requestObject, responseObject, ...event }: AuditEvent): string {
  let text = JSON.stringify(event);
  if (requestObject) text = `${text.slice(0, -1)},"requestObject":${requestObject.text}}`;
  if (responseObject) text = `${text.slice(0, -1)},"responseObject":${responseObject.text}}`;
  return text;
}

/** Estimated memory of an event without its bodies and the texts that clients choose. */
const FIELDS_BYTES = 2_048;

/** Estimated memory of an event. Unit: bytes. */
export const eventBytes = (event: AuditEvent): number =>
  FIELDS_BYTES +
  event.requestURI.length +
  (event.userAgent?.length ?? 0) +
  lengthOf(event.sourceIPs) +
  userLength(event.user) +
  (event.impersonatedUser ? userLength(event.impersonatedUser) : 0) +
  (event.responseStatus?.message?.length ?? 0) +
  lengthOf(Object.values(event.annotations ?? {})) +
  (event.requestObject?.bytes ?? 0) +
  (event.responseObject?.bytes ?? 0);

const userLength = ({ username = '', groups, extra = {} }: AuditUser): number =>
  username.length +
  lengthOf(groups) +
  Object.entries(extra).reduce((sum, [key, values]) => sum + key.length + lengthOf(values), 0);

const lengthOf = (texts: readonly string[] = []): number => texts.reduce((sum, text) => sum + text.length, 0);

function legacyLine(event: AuditEvent): string {
  const { user, impersonatedUser: other, objectRef } = event;
  const fields: [string, string][] = [
    ['id', event.auditID],
    ['stage', event.stage],
    ['ip', event.sourceIPs?.join(', ') ?? '<unknown>'],
    ['method', event.verb],
    ['user', user.username || '<none>'],
    ['groups', groupsOf(user) || '<none>'],
    ['as', other?.username || '<self>'],
    ['asgroups', (other && groupsOf(other)) || '<lookup>'],
    ['user-agent', event.userAgent ?? ''],
    ['namespace', objectRef?.namespace || '<none>'],
    ['uri', event.requestURI],
    ['response', event.responseStatus ? String(event.responseStatus.code) : '<deferred>'],
  ];
  const text = fields.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(' ');
  return `${event.stageTimestamp} AUDIT: ${text}\n`;
}

const groupsOf = ({ groups = [] }: AuditUser): string => groups.map((group) => JSON.stringify(group)).join(',');
