import { gunzipSync } from 'node:zlib';
import { deleteOptionsCodec, protobufCodec, type ResourceDefinition, statusCodec } from '@orch/api';
import { decodeYaml } from '@orch/apimachinery';
import { mediaTypeOf, PROTOBUF_TYPES } from '../resource/body/media-type.js';

/** Longest body that is read after it was unpacked. */
const MAX_UNPACKED_BYTES = 32 * 1_024 * 1_024;

/** How a body came or went. */
export interface BodyForm {
  readonly contentType: string | undefined;
  readonly encoding?: string | undefined;
  /** Of the resource that the request names, for protobuf. */
  readonly definition: ResourceDefinition | undefined;
}

/** A body as a value, for an event. Undefined where it is empty or cannot be read. */
export function recordedBody(bytes: Buffer, form: BodyForm): unknown {
  if (bytes.length === 0) return undefined;
  try {
    const plain = form.encoding === 'gzip' ? gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES }) : bytes;
    const type = mediaTypeOf(form.contentType);
    if (type?.startsWith('text/')) return undefined;
    return type !== undefined && PROTOBUF_TYPES.has(type)
      ? fromProtobuf(plain, form.definition)
      : decodeYaml(plain).value;
  } catch {
    // The client was told what is wrong with it; the rest of the event is as good without.
    return undefined;
  }
}

/** The envelope says which kind it is; a codec reads only that of objects of other kinds. */
function fromProtobuf(bytes: Buffer, definition: ResourceDefinition | undefined): unknown {
  const { kind } = statusCodec.decode(bytes);
  if (kind === 'Status') return statusCodec.decode(bytes);
  if (kind === 'DeleteOptions') return deleteOptionsCodec.decode(bytes);
  const codec = definition && protobufCodec(definition);
  if (kind !== `${definition?.gvk.kind}List`) return codec?.decode(bytes);
  return { kind, apiVersion: definition?.apiVersion, ...codec?.decodeList(bytes) };
}

/** The same object, or list of objects, without `metadata.managedFields`. */
export function withoutManagedFields(value: unknown): unknown {
  if (!isMap(value)) return value;
  const { metadata, items } = value;
  const cut: Record<string, unknown> = { ...value };
  if (isMap(metadata) && 'managedFields' in metadata) {
    const { managedFields: _managedFields, ...rest } = metadata;
    cut['metadata'] = rest;
  }
  if (Array.isArray(items)) cut['items'] = items.map(withoutManagedFields);
  return cut;
}

/** `metadata.name` of a body. */
export function nameIn(value: unknown): string | undefined {
  const metadata = isMap(value) ? value['metadata'] : undefined;
  const name = isMap(metadata) ? metadata['name'] : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
