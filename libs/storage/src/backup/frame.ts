import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

import { BackupError } from './backup-error.js';

/**
 * Magic bytes of a backup. A byte above 127 and both line ends reveal a transfer in text mode; no other known format starts with
 * these bytes.
 */
export const MAGIC = Buffer.from('\x89CPBK\r\n\x1a', 'latin1');

/** Types of frames, in their order in the file. */
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
 * Maximum content bytes of a frame, by type; a reader holds one frame at a time, so this bounds its memory, also for compressed
 * content. Items: 256 KiB and one value.
 */
const MAX_CONTENT_BYTES: Readonly<Record<FrameType, number>> = {
  [FrameType.Header]: MEBIBYTE,
  [FrameType.File]: MEBIBYTE,
  [FrameType.Items]: 128 * MEBIBYTE,
  [FrameType.Trailer]: MEBIBYTE,
};

/** Maximum content bytes of a frame of that type; for an unknown type, the smallest maximum. */
export const maxContentBytes = (type: FrameType): number => MAX_CONTENT_BYTES[type] ?? MEBIBYTE;

export interface FrameHeader {
  readonly type: FrameType;
  readonly isDeflated: boolean;
  readonly number: number;
  readonly payloadBytes: number;
  readonly payloadCrc: number;
}

/** @throws BackupError TooLarge when the content exceeds the limits of readers. */
export function encodeFrame(type: FrameType, number: number, content: Buffer, compress: boolean): readonly Buffer[] {
  const most = maxContentBytes(type);
  if (content.length > most) throw tooLarge(type, content.length, most);
  const deflated = compress ? deflateRawSync(content) : undefined;
  // Content that compression does not shrink could exceed the readers' limit.
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

/** Undefined when the bytes are not a valid header. */
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

/** Undefined when the checksum is wrong, or the bytes cannot be inflated within the limit of their type. */
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
    `a ${type === FrameType.File ? 'file' : 'part'} of ${bytes} bytes does not fit in a backup: at most ${most}`,
    0,
  );
