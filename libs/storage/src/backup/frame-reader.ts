import { createHash } from 'node:crypto';

import { BackupError, cutOff, damaged } from './backup-error.js';
import type { ByteSource } from './byte-source.js';
import { decodeFrameHeader, decodePayload, FRAME_HEADER_BYTES, FrameType, MAGIC, maxContentBytes } from './frame.js';

export interface Frame {
  readonly type: FrameType;
  /** Byte offset of its start. */
  readonly position: number;
  readonly content: Buffer;
  /** SHA-256 over every byte before it, hexadecimal. Computed on demand. */
  readonly sha256Before: () => string;
}

/** Reads frames and verifies their checksums and order. @throws BackupError. */
export class FrameReader {
  private readonly hash = createHash('sha256');
  private count = 0;

  constructor(private readonly source: ByteSource) {}

  async readMagic(): Promise<void> {
    const start = await this.source.take(MAGIC.length);
    if (!start.equals(MAGIC)) throw new BackupError('NotABackup', 'it is not a backup: it starts with other bytes', 0);
    this.hash.update(start);
  }

  async next(): Promise<Frame> {
    const position = this.source.position;
    const head = await this.source.take(FRAME_HEADER_BYTES);
    if (head.length < FRAME_HEADER_BYTES) throw cutOff(this.source.position);
    const header = decodeFrameHeader(head);
    if (!header || header.payloadBytes > maxContentBytes(header.type))
      throw damaged(position, `the head of part ${this.count}`);
    if (header.number !== this.count)
      throw damaged(position, `part ${header.number} is where part ${this.count} should be`);
    const payload = await this.source.take(header.payloadBytes);
    if (payload.length < header.payloadBytes) throw cutOff(this.source.position);
    const content = decodePayload(header, payload);
    if (!content)
      throw damaged(position + FRAME_HEADER_BYTES, `the ${payload.length} bytes of part ${this.count} from there on`);
    const before = this.hash.copy();
    this.hash.update(head).update(payload);
    this.count++;
    return { type: header.type, position, content, sha256Before: () => before.digest('hex') };
  }

  /** Whether the source is at its end. */
  async isAtEnd(): Promise<boolean> {
    return (await this.source.take(1)).length === 0;
  }
}
