import { PartialObjectMetadata } from '../meta/v1/partial-object-metadata.js';
import { ProtobufCodec } from './protobuf-codec.js';

const codecs = new Map<string, ProtobufCodec>();

/** Metadata of objects of any kind (C-081). `apiVersion` is the requested meta group version. */
export function partialMetadataCodec(apiVersion: string): ProtobufCodec {
  let codec = codecs.get(apiVersion);
  if (!codec)
    codecs.set(apiVersion, (codec = new ProtobufCodec(PartialObjectMetadata, 'PartialObjectMetadata', apiVersion)));
  return codec;
}
