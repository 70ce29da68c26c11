import type { AuditEvent, AuditUser } from './audit-event.js';

export type EventFormat = 'json' | 'legacy';

/**
 * One event as one line, with its line break. Whatever a client put into it is escaped, so no name and no path can begin a
 * line of its own or look like another field.
 */
export const eventLine = (event: AuditEvent, format: EventFormat): string =>
  format === 'json' ? `${eventJson(event)}\n` : legacyLine(event);

/** One event as JSON, without line breaks. */
export function eventJson({ requestObject, responseObject, ...event }: AuditEvent): string {
  let text = JSON.stringify(event);
  if (requestObject) text = `${text.slice(0, -1)},"requestObject":${requestObject.text}}`;
  if (responseObject) text = `${text.slice(0, -1)},"responseObject":${responseObject.text}}`;
  return text;
}

/** What an event holds besides its bodies, estimated: names, paths and headers are bounded by the server. */
const FIELDS_BYTES = 2_048;

/** Memory of an event, estimated. Unit: bytes. */
export const eventBytes = ({ requestObject, responseObject }: AuditEvent): number =>
  FIELDS_BYTES + (requestObject?.bytes ?? 0) + (responseObject?.bytes ?? 0);

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
