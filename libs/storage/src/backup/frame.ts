import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

import { BackupError } from './backup-error.js';

/**
 * What a backup starts with. A byte above 127 and both line ends show a transfer that took it for text; a form feed never comes first in any other
 * format we know.
 */
export const MAGIC = Buffer.from('\x89CPBK\r\n\x1a', 'latin1');

/** Kinds of frames, in the order they come in. */
export enum FrameType {
  Header = 1,
  File = 2,
  Items = 3,
  Trailer = 4,
}

/** Flag of a frame whose payload is compressed (raw DEFLATE). */
const DEFLATED = 1;

/**
 * Layout, big-endian: type 1, flags 1, reserved 2 (zero), number of the frame in the file 4, payload length 4, CRC-32 of the payload 4, CRC-32
 * of the sixteen bytes before it 4; then the payload.
 */
export const FRAME_HEADER_BYTES = 20;
const FLAGS_AT = 1;
const NUMBER_AT = 4;
const LENGTH_AT = 8;
const PAYLOAD_CRC_AT = 12;
const HEADER_CRC_AT = 16;

const MEBIBYTE = 1_024 * 1_024;

/**
 * Most bytes of the content of a frame, by type; a reader holds one frame at a time, so this bounds its memory, whatever compressed bytes
 * inflate to. Items: 256 KiB and one value.
 */
const MAX_CONTENT_BYTES: Readonly<Record<FrameType, number>> = {
  [FrameType.Header]: MEBIBYTE,
  [FrameType.File]: MEBIBYTE,
  [FrameType.Items]: 128 * MEBIBYTE,
  [FrameType.Trailer]: MEBIBYTE,
};

/** Most bytes of the content of a frame of that type; of an unknown one, what the smallest may have. */
export const maxContentBytes = (type: FrameType): number => MAX_CONTENT_BYTES[type] ?? MEBIBYTE;

export interface FrameHeader {
  readonly type: FrameType;
  readonly isDeflated: boolean;
  readonly number: number;
  readonly payloadBytes: number;
  readonly payloadCrc: number;
}

/** @throws BackupError TooLarge when a reader would refuse the content. */
export function encodeFrame(type: FrameType, number: number, content: Buffer, compress: boolean): readonly Buffer[] {
  const most = maxContentBytes(type);
  if (content.length > most) throw tooLarge(type, content.length, most);
  const deflated = compress ? deflateRawSync(content) : undefined;
  // What does not get smaller would be above the bound that readers have.
  const payload = deflated && deflated.length < content.length ? deflated : content;
  const header = Buffer.alloc(FRAME_HEADER_BYTES);
  header[0] = type;
  header[FLAGS_AT] = payload === content ? 0 : DEFLATED;
  header.writeUInt32BE(number, NUMBER_AT);
  header.writeUInt32BE(payload.length, LENGTH_AT);
  header.writeUInt32BE(crc32(payload), PAYLOAD_CRC_AT);
  header.writeUInt32BE(crc32(header.subarray(0, HEADER_CRC_AT)), HEADER_CRC_AT);
  return [header, payload];
}

/** Undefined when the bytes are not those of a header. */
export function decodeFrameHeader(bytes: Buffer): FrameHeader | undefined {
  if (crc32(bytes.subarray(0, HEADER_CRC_AT)) !== bytes.readUInt32BE(HEADER_CRC_AT)) return undefined;
  return {
    type: bytes[0] as FrameType,
    isDeflated: bytes[FLAGS_AT] === DEFLATED,
    number: bytes.readUInt32BE(NUMBER_AT),
    payloadBytes: bytes.readUInt32BE(LENGTH_AT),
    payloadCrc: bytes.readUInt32BE(PAYLOAD_CRC_AT),
  };
}

/** Undefined when the bytes are not those that were written, cannot be inflated, or inflate to more than their type may have. */
export function decodePayload(header: FrameHeader, payload: Buffer): Buffer | undefined {
  if (crc32(payload) !== header.payloadCrc) return undefined;
  if (!header.isDeflated) return payload;
  try {
    return inflateRawSync(payload, { maxOutputLength: maxContentBytes(header.type) });
  } catch {
    return undefined;
  }
}

const tooLarge = (type: FrameType, bytes: number, most: number): BackupError =>
  new BackupError(
    'TooLarge',
    `a ${type === FrameType.File ? 'file' : 'part'} of ${bytes} bytes fits in no backup: at most ${most}`,
    0,
  );
