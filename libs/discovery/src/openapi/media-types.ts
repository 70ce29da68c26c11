import { protobufCodec, type ResourceDefinition } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';

export const JSON_ONLY: readonly string[] = ['application/json'];
const TEXTS: readonly string[] = ['application/json', 'application/yaml'];

/** Media types of discovery documents. */
export const discoveryTypes = ({ mediaTypes }: Vocabulary): readonly string[] => [...TEXTS, mediaTypes.protobuf];

/** Media types of the objects of a kind. */
export function objectTypes(definition: ResourceDefinition): readonly string[] {
  return protobufCodec(definition) ? discoveryTypes(definition.vocabulary) : TEXTS;
}

/** Media types of lists and watches of a kind. */
export function streamTypes(definition: ResourceDefinition): readonly string[] {
  const types = objectTypes(definition);
  return [...types, ...types.filter((type) => type !== 'application/yaml').map((type) => `${type};stream=watch`)];
}
