import { vocabularies } from '@orch/vocabulary';
import { compileKinds } from '../definition/compile-kinds.js';
import type { ResourceDefinition } from '../definition/resource-definition.js';
import { builtinKinds } from '../kinds.js';
import { protobufCodec, type ProtobufCodec } from './protobuf-codec.js';

/** Every declared kind in the vocabulary of the fixtures and of upstream clients. */
export const kubernetesDefinitions: readonly ResourceDefinition[] = compileKinds(builtinKinds, vocabularies.kubernetes);

/** @throws Error when the kind is not declared. */
export function kubernetesCodec(kind: string, group = ''): ProtobufCodec {
  const definition = kubernetesDefinitions.find(({ gvk }) => gvk.kind === kind && gvk.group === group);
  const codec = definition && protobufCodec(definition);
  if (!codec) throw new Error(`no kind ${kind} in group "${group}"`);
  return codec;
}
