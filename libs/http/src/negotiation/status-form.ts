import { statusCodec } from '@orch/api';
import { encodeCbor, encodeYaml, type Status } from '@orch/apimachinery';
import { cborEvent } from './cbor-event.js';
import { CBOR_TYPE, JSON_TYPE, PROTOBUF_TYPES, YAML_TYPE } from './media-type.js';
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

/** There are no watches in YAML: an event is JSON. */
export const yamlStatus: StatusForm = {
  contentType: YAML_TYPE,
  document: (status) => Buffer.from(encodeYaml(status)),
  event: (status) => jsonStatus.event(status),
};

export const cborStatus: StatusForm = {
  contentType: CBOR_TYPE,
  document: encodeCbor,
  event: (status) => cborEvent('ERROR', status),
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

/**
 * The encoding of an error by the `Accept` header: protobuf, YAML or CBOR where it is preferred, else JSON.
 * @param offersCbor whether the path has CBOR.
 */
export function statusFormFor(accept: string | undefined, offersCbor: boolean): StatusForm {
  if (accept === undefined || accept === JSON_TYPE) return jsonStatus;
  for (const range of parseAccept(accept)) {
    const form = range.parameters['as'] === undefined ? otherForm(range.type, offersCbor) : undefined;
    if (form) return form;
    if (isOtherRepresentation(range)) break;
  }
  return jsonStatus;
}

function otherForm(type: string, offersCbor: boolean): StatusForm | undefined {
  if (type === YAML_TYPE) return yamlStatus;
  return offersCbor && type === CBOR_TYPE ? cborStatus : protobufForms.get(type);
}

const isOtherRepresentation = ({ type }: AcceptedType): boolean =>
  type === JSON_TYPE || type === YAML_TYPE || type === 'application/*' || type === '*/*';
