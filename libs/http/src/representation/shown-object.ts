import { viewOf, type ResourceDefinition } from '@orch/api';
import { parseObject } from './representation.js';

/** The kind at one path, and the bytes of an object of the resource in that kind. */
export interface ShownObject {
  readonly definition: ResourceDefinition;
  /** From the served JSON bytes of the object. */
  readonly bytes: (served: Buffer) => Buffer;
}

/** The object itself; at a sub-resource with its own kind, the converted object (C-237). */
export function shownAt(definition: ResourceDefinition, subresource: string): ShownObject {
  const view = subresource === '' ? undefined : viewOf(definition, subresource);
  if (!view) return { definition, bytes: asServed };
  return {
    definition: view.definition,
    bytes: (served) => Buffer.from(JSON.stringify(view.show(parseObject(served))), 'utf8'),
  };
}

const asServed = (served: Buffer): Buffer => served;
