import { createHash } from 'node:crypto';

import {
  MAX_FILE_BYTES,
  MAX_FILES,
  type BackupContent,
  type BackupFile,
  type BackupTrailer,
} from './backup-content.js';
import { BackupError } from './backup-error.js';
import { encodeFrame, FrameType, MAGIC } from './frame.js';
import { encodeItem } from './item-bytes.js';

/** Target size of a frame of items. */
const FRAME_BYTES = 256 * 1_024;

export interface WriteOptions {
  /** Compresses each frame with DEFLATE. Default: false. */
  readonly compress?: boolean;
}

/**
 * Encodes a backup lazily: memory holds one frame. Layout: eight magic bytes, then frames, each with its own checksums
 * (`frame.ts`): header (JSON), files, items, and the trailer (JSON) with the counts and a SHA-256 over everything before it.
 * @throws BackupError TooLarge for content that exceeds the limits of readers.
 */
export async function* writeBackup(content: BackupContent, options: WriteOptions = {}): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let number = 0;
  const frame = (type: FrameType, payload: Buffer): readonly Buffer[] => {
    const isSmall = type === FrameType.Header || type === FrameType.Trailer;
    const buffers = encodeFrame(type, number++, payload, !isSmall && options.compress === true);
    for (const bytes of buffers) hash.update(bytes);
    return buffers;
  };
  assertFewFiles(content.files);
  hash.update(MAGIC);
  yield MAGIC;
  yield* frame(FrameType.Header, jsonBytes(content.header));
  for (const file of content.files) yield* frame(FrameType.File, encodeFile(file));
  let count = 0;
  let total = 0;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  for await (const item of content.items) {
    const bytes = encodeItem(item);
    waiting.push(bytes);
    waitingBytes += bytes.length;
    count++;
    total += Buffer.byteLength(item.key) + item.value.length;
    if (waitingBytes < FRAME_BYTES) continue;
    yield* frame(FrameType.Items, Buffer.concat(waiting));
    waiting = [];
    waitingBytes = 0;
  }
  if (waiting.length > 0) yield* frame(FrameType.Items, Buffer.concat(waiting));
  const sha256 = hash.copy().digest('hex');
  const trailer: BackupTrailer = { items: count, files: content.files.length, bytes: total, sha256 };
  yield* frame(FrameType.Trailer, jsonBytes(trailer));
}

function assertFewFiles(files: readonly BackupFile[]): void {
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  if (files.length > MAX_FILES || bytes > MAX_FILE_BYTES)
    throw new BackupError(
      'TooLarge',
      `${files.length} files of ${bytes} bytes do not fit in a backup: at most ${MAX_FILES} of ${MAX_FILE_BYTES}`,
      0,
    );
}

/** Layout: length of the name 2, permission bits 2, name, bytes. */
function encodeFile({ name, bytes, mode }: BackupFile): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(Buffer.byteLength(name), 0);
  head.writeUInt16BE(mode, 2);
  return Buffer.concat([head, Buffer.from(name), bytes]);
}

const jsonBytes = (value: object): Buffer => Buffer.from(JSON.stringify(value));
