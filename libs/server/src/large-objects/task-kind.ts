import type { ResourceDefinition } from '@orch/api';
import type { KindSource, WriterParts } from '@orch/registry';
import type { CustomSource, TaskKind } from './messages.js';
import { copied } from './own-bytes.js';

const numbers = new WeakMap<KindSource, number>();
let last = 0;

/** Whether the thread knows the kind or can build it. */
export const isKnownToThread = ({ definition, source }: WriterParts): boolean =>
  definition.struct !== undefined || source !== undefined;

/** The lane of tasks of a version that a webhook converts: those of the version that is stored hardly call it. */
export const laneOf = ({ gvr: { group, version, resource } }: ResourceDefinition): string =>
  `${group}/${version}/${resource}`;

/** The lane of writes that may wait for the same webhooks. Undefined: there are none. */
export const laneOfHooks = (names: readonly string[]): string | undefined =>
  names.length === 0 ? undefined : `webhooks ${names.join(' ')}`;

/** The kind of a store, for the thread. */
export function taskKindOf({ definition, source }: Pick<WriterParts, 'definition' | 'source'>): TaskKind {
  const { group, version, resource } = definition.gvr;
  return { resource: { group, version, resource }, custom: source && customSource(source) };
}

function customSource(source: KindSource): CustomSource {
  let id = numbers.get(source);
  if (id === undefined) numbers.set(source, (id = ++last));
  return {
    id,
    definition: copied(source.entry.bytes),
    currentSince: source.currentSince,
    convertedSince: source.convertedSince,
  };
}
