import { APIGroupDiscoveryList } from '../apidiscovery/v2/group-discovery.js';
import type { StructClass } from '../definition/field-type.js';
import { APIGroup, APIGroupList, APIResourceList, APIVersions } from '../meta/v1/discovery.js';
import { ProtobufCodec } from './protobuf-codec.js';

const TYPES = { APIVersions, APIGroupList, APIGroup, APIResourceList, APIGroupDiscoveryList } satisfies Readonly<
  Record<string, StructClass>
>;
const codecs = new Map<string, ProtobufCodec>();

/** Kinds of discovery documents. */
export type DiscoveryKind = keyof typeof TYPES;

/** Protobuf codec of discovery documents. `apiVersion` is that of the document: `APIVersions` has none. */
export function discoveryCodec(kind: DiscoveryKind, apiVersion: string): ProtobufCodec {
  const key = `${apiVersion} ${kind}`;
  let codec = codecs.get(key);
  if (!codec) codecs.set(key, (codec = new ProtobufCodec(TYPES[kind], kind, apiVersion)));
  return codec;
}
