import { protobufCodec } from '@orch/api';
import { decodeCbor, decodeJson, decodeYaml, type ApiObject, type DecodedBody } from '@orch/apimachinery';
import { ObjectWriter, type WriteRequest, type WriteResult, type WriterParts } from '@orch/registry';
import { APPLY_CBOR_PATCH_TYPE, APPLY_PATCH_TYPE, CBOR_TYPE, PROTOBUF_TYPES, YAML_TYPE } from '@orch/http';
import { unreadConfiguration } from '../body/read-configuration.js';
import { patchOf } from '../body/read-patch.js';
import { isObjectBody, notObjectBody, unreadObject } from '../body/unread-object.js';
import { shownAt } from '@orch/http';
import type { WriteTask, WrittenObject } from './messages.js';

/**
 * Computes one write, from the bytes of its body to the stored object.
 * @param decoded called when the body was decoded.
 * @param compute requests the new object of a change made by the server itself.
 */
export async function performWrite(
  task: WriteTask,
  parts: WriterParts,
  request: WriteRequest,
  decoded: (body: DecodedBody) => void,
  compute: () => Promise<ApiObject>,
): Promise<WrittenObject> {
  const writer = new ObjectWriter(parts);
  const { name, subresource } = task;
  const shown = shownAt(parts.definition, subresource);
  if (task.operation === 'delete') {
    const { bytes, object, gone } = await writer.delete(request, name, task.options);
    return { bytes, created: false, gone, name: object.metadata.name, uid: object.metadata.uid };
  }
  if (task.operation === 'change') {
    const { bytes, created } = await writer.changeWhole(request, name, subresource, compute);
    return { bytes, created, gone: false, name: undefined, uid: undefined };
  }
  const body = decodeTask(task, parts);
  decoded(body);
  const { bytes, created } = await write(writer, task, request, body, parts);
  return { bytes: shown.bytes(bytes), created, gone: false, name: undefined, uid: undefined };
}

function write(
  writer: ObjectWriter,
  { operation, name, subresource, mediaType, force }: WriteTask,
  request: WriteRequest,
  body: DecodedBody,
  { definition }: WriterParts,
): Promise<WriteResult> {
  switch (operation) {
    case 'create':
      return writer.create(request, body);
    case 'apply':
      return writer.apply(request, name, subresource, body, force);
    case 'patch': {
      const patch = patchOf(mediaType, body, shownAt(definition, subresource).definition, name);
      return subresource === ''
        ? writer.patch(request, name, patch)
        : writer.patchSubresource(request, name, subresource, patch);
    }
    default:
      return subresource === ''
        ? writer.update(request, name, body)
        : writer.updateSubresource(request, name, subresource, body);
  }
}

/** The body of the task, which is a whole object for a create and an update. */
function decodeTask(task: WriteTask, parts: WriterParts): DecodedBody {
  if (task.operation !== 'create' && task.operation !== 'update') return decodeBytes(task, parts);
  const { definition } = shownAt(parts.definition, task.subresource);
  const bytes = Buffer.from(task.body.buffer, task.body.byteOffset, task.body.byteLength);
  let decoded: DecodedBody;
  try {
    decoded = decodeBytes(task, parts);
  } catch (error) {
    throw unreadObject(error, task.mediaType, definition, bytes);
  }
  if (!isObjectBody(decoded)) throw notObjectBody(decoded, task.mediaType, definition, bytes);
  return decoded;
}

function decodeBytes(
  { mediaType, body, duplicateFields, duplicateKeys, subresource }: WriteTask,
  parts: WriterParts,
): DecodedBody {
  if (PROTOBUF_TYPES.has(mediaType)) {
    const codec = protobufCodec(shownAt(parts.definition, subresource).definition)!;
    return { value: codec.decode(Buffer.from(body.buffer, body.byteOffset, body.byteLength)), duplicateFields: [] };
  }
  if (mediaType === YAML_TYPE || mediaType === APPLY_PATCH_TYPE) return decodeYaml(body);
  if (mediaType === CBOR_TYPE) return decodeCbor(body);
  if (mediaType === APPLY_CBOR_PATCH_TYPE) return decodeConfiguration(body);
  const decoded = decodeJson(body);
  return duplicateKeys ? { ...decoded, duplicateFields: [...duplicateFields], duplicateKeys } : decoded;
}

function decodeConfiguration(body: Uint8Array): DecodedBody {
  try {
    return decodeCbor(body);
  } catch (error) {
    throw unreadConfiguration(error);
  }
}
