import { protobufCodec, type ResourceDefinition } from '@orch/api';
import { APPLY_CBOR_PATCH_TYPE, CBOR_SEQUENCE_TYPE, CBOR_TYPE, JSON_TYPE, YAML_TYPE } from '@orch/http';
import type { Vocabulary } from '@orch/vocabulary';
import { isCustom } from './is-custom.js';

export const JSON_ONLY: readonly string[] = [JSON_TYPE];
const TEXTS: readonly string[] = [JSON_TYPE, YAML_TYPE];
const ANY_TYPE: readonly string[] = ['*/*'];
const STRATEGIC_PATCH_TYPE = 'application/strategic-merge-patch+json';
const PATCH_TYPES: readonly string[] = [
  'application/json-patch+json',
  'application/merge-patch+json',
  STRATEGIC_PATCH_TYPE,
  'application/apply-patch+yaml',
];

/** Media types of discovery documents. */
export const discoveryTypes = ({ mediaTypes }: Vocabulary): readonly string[] => [...TEXTS, mediaTypes.protobuf];

/** Media types of the objects of a kind. Documents of custom kinds name those that do not depend on feature gates. */
export function objectTypes(definition: ResourceDefinition): readonly string[] {
  if (isCustom(definition)) return TEXTS;
  const types = protobufCodec(definition) ? discoveryTypes(definition.vocabulary) : TEXTS;
  return definition.vocabulary.mediaTypes.offersCbor ? [...types, CBOR_TYPE] : types;
}

/** Media types of request bodies of a kind, other than patches. */
export const bodyTypes = (definition: ResourceDefinition): readonly string[] =>
  isCustom(definition) ? TEXTS : ANY_TYPE;

/** Media types of patches of a kind. */
export function patchTypes(definition: ResourceDefinition): readonly string[] {
  if (isCustom(definition)) return PATCH_TYPES.filter((type) => type !== STRATEGIC_PATCH_TYPE);
  return definition.vocabulary.mediaTypes.offersCbor ? [...PATCH_TYPES, APPLY_CBOR_PATCH_TYPE] : PATCH_TYPES;
}

const streamOf = (type: string): string => (type === CBOR_TYPE ? CBOR_SEQUENCE_TYPE : `${type};stream=watch`);

/** Media types of lists and watches of a kind; documents of custom kinds name no streams. */
export function streamTypes(definition: ResourceDefinition): readonly string[] {
  const types = objectTypes(definition);
  if (isCustom(definition)) return types;
  return [...types, ...types.filter((type) => type !== YAML_TYPE).map(streamOf)];
}
