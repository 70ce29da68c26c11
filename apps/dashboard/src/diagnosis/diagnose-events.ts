import type { Problem } from './diagnose';

/** What is read of an event about the object. */
export interface ObjectEvent {
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  /** RFC 3339; '' when the server does not say. */
  readonly time: string;
}

/** Texts that admission answers with, by their parts: of quotas, webhooks, policies, pod security, and anything else. */
const DENIALS: readonly (readonly [parts: readonly string[], what: string])[] = [
  [['exceeded quota: '], 'A quota is used up'],
  [['admission webhook ', ' denied the request'], 'An admission webhook denied it'],
  [['ValidatingAdmissionPolicy ', ' denied request'], 'An admission policy denied it'],
  [['violates PodSecurity '], 'Pod security denied it'],
  [[' is forbidden: '], 'Admission denied it'],
];

const hasAll = (text: string, parts: readonly string[]): boolean => parts.every((part) => text.includes(part));

/** Denied admissions among the warnings about an object, each text once. */
export function diagnoseEvents(events: readonly ObjectEvent[]): Problem[] {
  const found = new Map<string, Problem>();
  for (const { type, reason, message, time } of events) {
    const denial = type === 'Warning' ? DENIALS.find(([parts]) => hasAll(message, parts)) : undefined;
    if (denial === undefined || found.has(message)) continue;
    found.set(message, { text: `${denial[1]}: ${reason}: ${message}`, since: time });
  }
  return [...found.values()];
}
