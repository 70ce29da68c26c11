import type { CustomResourceDefinition } from '@orch/api';
import { atOnce, selectMembers } from '@orch/apimachinery';
import type { Entry } from '@orch/registry';

const known = new WeakMap<Entry, WeakRef<CustomResourceDefinition>>();

/**
 * The definition of an entry. All who read it one after the other have the same object, which takes memory only while it is in use: a large
 * one takes long to decode. It must not be changed.
 */
export const definitionIn = (entry: Entry): CustomResourceDefinition =>
  known.get(entry)?.deref() ?? keep(entry, entry.parse());

/** As {@link definitionIn}, decoded in steps. */
export function* definitionInSteps(entry: Entry): Generator<undefined, CustomResourceDefinition> {
  return known.get(entry)?.deref() ?? keep(entry, yield* entry.parseInSteps());
}

const OUTLINE = {
  '*': true,
  metadata: { '*': true, managedFields: false },
  spec: { '*': true, versions: { '*': true, schema: false } },
} as const;

/**
 * The definition of an entry without the schemas of its versions and without `managedFields`: nearly all of its bytes, and no part of what is served and
 * of its names. A new object each time.
 */
export const definitionOutline = (entry: Entry): CustomResourceDefinition =>
  JSON.parse(atOnce(selectMembers(entry.bytes, OUTLINE)).toString('utf8')) as CustomResourceDefinition;

function keep(entry: Entry, object: object): CustomResourceDefinition {
  const definition = object as CustomResourceDefinition;
  known.set(entry, new WeakRef(definition));
  return definition;
}
