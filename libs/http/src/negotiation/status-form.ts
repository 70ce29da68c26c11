import { statusCodec } from '@orch/api';
import type { Status } from '@orch/apimachinery';
import { JSON_TYPE, PROTOBUF_TYPES, YAML_TYPE } from './media-type.js';
import { parseAccept, type AcceptedType } from './accept.js';
import { eventLine } from './event-bytes.js';

/** How a Status is written: alone, and as the last event of a watch (C-090, C-030). */
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

/** @throws TypeError for what is no protobuf media type. */
export function protobufStatus(mediaType: string): StatusForm {
  const form = protobufForms.get(mediaType);
  if (!form) throw new TypeError(`${mediaType} is no protobuf media type`);
  return form;
}

/** How an error is answered to a client that may have asked for anything: protobuf where that is its best wish we can meet, else JSON. */
export function statusFormFor(accept: string | undefined): StatusForm {
  if (accept === undefined || accept === JSON_TYPE) return jsonStatus;
  for (const wish of parseAccept(accept)) {
    const protobuf = wish.parameters['as'] === undefined ? protobufForms.get(wish.type) : undefined;
    if (protobuf) return protobuf;
    if (isMetOtherwise(wish)) break;
  }
  return jsonStatus;
}

const isMetOtherwise = ({ type }: AcceptedType): boolean =>
  type === JSON_TYPE || type === YAML_TYPE || type === 'application/*' || type === '*/*';
