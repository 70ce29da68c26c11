import type { Answer } from '@orch/server-testing';

/** Sends one request, method and path first. */
export type Send = (request: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>;

interface Change {
  /** The merge patch. */
  readonly merge: Readonly<Record<string, unknown>>;
  /** JSON pointer that a JSON patch sets, and its value. */
  readonly pointer: string;
  readonly value: unknown;
}

type Form = (send: Send, path: string, current: Answer['json'], change: Change) => Promise<Answer>;

const patch =
  (type: string, bodyOf: (change: Change, current: Answer['json']) => unknown, query = ''): Form =>
  (send, path, current, change) =>
    send(`PATCH ${path}${query}`, bodyOf(change, current), { 'content-type': type });

/** Every form in which a client changes an existing object, by name. For tests. */
export const WRITE_FORMS: Readonly<Record<string, Form>> = {
  PUT: (send, path, current, { merge }) => send(`PUT ${path}`, merged(current, merge)),
  'merge patch': patch('application/merge-patch+json', ({ merge }) => merge),
  'strategic merge patch': patch('application/strategic-merge-patch+json', ({ merge }) => merge),
  'JSON patch': patch('application/json-patch+json', ({ pointer, value }) => [{ op: 'add', path: pointer, value }]),
  'server-side apply': patch(
    'application/apply-patch+yaml',
    ({ merge }, current) => {
      const { name } = current['metadata'] as { readonly name: string };
      const { apiVersion, kind } = current;
      return merged({ apiVersion, kind, metadata: { name } }, merge);
    },
    '?fieldManager=test&force=true',
  ),
};

/** @param pointer of one field that is set, e.g. `/metadata/labels`. */
export function changeOf(pointer: string, value: unknown): Change {
  const merge = pointer
    .split('/')
    .slice(1)
    .reduceRight<unknown>((inner, key) => ({ [key.replaceAll('~1', '/')]: inner }), value);
  return { merge: merge as Change['merge'], pointer, value };
}

function merged(current: unknown, change: unknown): unknown {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) return change;
  const object = (current ?? {}) as Readonly<Record<string, unknown>>;
  const changed = Object.entries(change).map(([key, value]) => [key, merged(object[key], value)] as const);
  return { ...object, ...Object.fromEntries(changed) };
}
