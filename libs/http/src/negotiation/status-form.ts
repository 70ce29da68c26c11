import { statusCodec } from '@orch/api';
import type { Status } from '@orch/apimachinery';
import { JSON_TYPE, PROTOBUF_TYPES, YAML_TYPE } from './media-type.js';
import { parseAccept, type AcceptedType } from './accept.js';
import { eventLine } from './event-bytes.js';

/** Encodes a Status: as a document, and as the last event of a watch (C-090, C-030). */
export interface StatusForm {
  readonly contentType: string;
  document(status: Status): Buffer;
  event(status: Status): Buffer;
}

export const jsonStatus: StatusForm = {
  contentType: JSON_TYPE,
  document: (status) => Buffer.from(`${JSON.stringify(status)}\n`),
  event: (status) => eventLine('ERROR', Buffer.from(JSON.stringify(status))),
};

const protobufForms: ReadonlyMap<string, StatusForm> = new Map(
  [...PROTOBUF_TYPES].map((contentType) => [
    contentType,
    {
      contentType,
      document: (status: Status) => statusCodec.encode(status),
      event: (status: Status) => statusCodec.encodeEvent('ERROR', status),
    },
  ]),
);

/** @throws TypeError for a media type other than protobuf. */
export function protobufStatus(mediaType: string): StatusForm {
  const form = protobufForms.get(mediaType);
  if (!form) throw new TypeError(`${mediaType} is not a protobuf media type`);
  return form;
}

/** The encoding of an error by the `Accept` header: protobuf where it is preferred, else JSON. */
export function statusFormFor(accept: string | undefined): StatusForm {
  if (accept === undefined || accept === JSON_TYPE) return jsonStatus;
  for (const range of parseAccept(accept)) {
    const protobuf = range.parameters['as'] === undefined ? protobufForms.get(range.type) : undefined;
    if (protobuf) return protobuf;
    if (isOtherRepresentation(range)) break;
  }
  return jsonStatus;
}

const isOtherRepresentation = ({ type }: AcceptedType): boolean =>
  type === JSON_TYPE || type === YAML_TYPE || type === 'application/*' || type === '*/*';
