import { protobufCodec, type ResourceDefinition } from '@orch/api';
import { CBOR_SEQUENCE_TYPE, CBOR_TYPE, JSON_TYPE, YAML_TYPE } from '@orch/http';
import type { Vocabulary } from '@orch/vocabulary';

export const JSON_ONLY: readonly string[] = [JSON_TYPE];
const TEXTS: readonly string[] = [JSON_TYPE, YAML_TYPE];

/** Media types of discovery documents. */
export const discoveryTypes = ({ mediaTypes }: Vocabulary): readonly string[] => [...TEXTS, mediaTypes.protobuf];

/** Media types of the objects of a kind. */
export function objectTypes(definition: ResourceDefinition): readonly string[] {
  const types = protobufCodec(definition) ? discoveryTypes(definition.vocabulary) : TEXTS;
  return definition.vocabulary.mediaTypes.offersCbor ? [...types, CBOR_TYPE] : types;
}

const streamOf = (type: string): string => (type === CBOR_TYPE ? CBOR_SEQUENCE_TYPE : `${type};stream=watch`);

/** Media types of lists and watches of a kind. */
export function streamTypes(definition: ResourceDefinition): readonly string[] {
  const types = objectTypes(definition);
  return [...types, ...types.filter((type) => type !== YAML_TYPE).map(streamOf)];
}
