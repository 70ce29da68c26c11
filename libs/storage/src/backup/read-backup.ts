import { checkedItems } from '../checked-items.js';
import type { Stored } from '../storage.js';
import {
  MAX_FILE_BYTES,
  MAX_FILES,
  type BackupContent,
  type BackupFile,
  type BackupTrailer,
} from './backup-content.js';
import { damaged } from './backup-error.js';
import { parseHeader, parseJson } from './backup-json.js';
import { ByteSource } from './byte-source.js';
import { type Frame, FrameReader } from './frame-reader.js';
import { FrameType } from './frame.js';
import { decodeItems } from './item-bytes.js';

/** A plain name that is valid on every file system. */
const FILE_NAME = /^\w[\w.-]{0,199}$/;
const MAX_QUOTED = 100;

/**
 * Reads the header and the files of a backup; the items are read lazily, in bounded memory. They end only after the trailer was
 * verified, so a consumer that reached the end read a complete backup.
 * @throws BackupError, with the position; from `items` too.
 */
export async function readBackup(bytes: AsyncIterable<Buffer>): Promise<BackupContent> {
  const source = new ByteSource(bytes);
  try {
    const reader = new FrameReader(source);
    await reader.readMagic();
    const header = parseHeader(await reader.next());
    const files = new Map<string, BackupFile>();
    let fileBytes = 0;
    let frame = await reader.next();
    for (; frame.type === FrameType.File; frame = await reader.next()) {
      const file = decodeFile(frame);
      if (files.has(file.name)) throw damaged(frame.position, `the file "${file.name}" is there twice`);
      fileBytes += file.bytes.length;
      if (files.size === MAX_FILES || fileBytes > MAX_FILE_BYTES) throw damaged(frame.position, 'too many files');
      files.set(file.name, file);
    }
    return { header, files: [...files.values()], items: readItems(source, reader, frame, files.size) };
  } catch (err) {
    await source.close();
    throw err;
  }
}

/**
 * Reads a backup to its end to verify it.
 * @param look called with every item.
 * @throws BackupError; FillError BadItem for invalid items.
 */
export async function verifyBackup(
  bytes: AsyncIterable<Buffer>,
  look: (item: Stored) => void = () => undefined,
): Promise<Omit<BackupContent, 'items'> & Counts> {
  const { header, files, items } = await readBackup(bytes);
  const counts = { items: 0, bytes: 0 };
  for await (const item of checkedItems(items, header.revision)) {
    counts.items++;
    counts.bytes += Buffer.byteLength(item.key) + item.value.length;
    look(item);
  }
  return { header, files, ...counts };
}

export interface Counts {
  readonly items: number;
  /** Of keys and values together. */
  readonly bytes: number;
}

async function* readItems(
  source: ByteSource,
  reader: FrameReader,
  first: Frame,
  files: number,
): AsyncGenerator<Stored> {
  let items = 0;
  let bytes = 0;
  try {
    let frame = first;
    for (; frame.type === FrameType.Items; frame = await reader.next()) {
      for (const item of itemsOf(frame)) {
        items++;
        bytes += Buffer.byteLength(item.key) + item.value.length;
        yield item;
      }
    }
    if (frame.type !== FrameType.Trailer) throw damaged(frame.position, `a part of type ${frame.type} among the items`);
    const trailer = parseJson(frame) as Partial<BackupTrailer>;
    if (trailer.sha256 !== frame.sha256Before())
      throw damaged(frame.position, 'the SHA-256 of everything before it differs from the recorded one');
    if (trailer.items !== items || trailer.files !== files || trailer.bytes !== bytes)
      throw damaged(frame.position, 'the recorded counts of objects, files and bytes differ from the content');
    if (!(await reader.isAtEnd())) throw damaged(source.position - 1, 'data follows its last part');
  } finally {
    await source.close();
  }
}

function* itemsOf(frame: Frame): Generator<Stored> {
  try {
    yield* decodeItems(frame.content);
  } catch {
    // The checksums are right, so it was written like this.
    throw damaged(frame.position, 'its objects cannot be decoded');
  }
}

function decodeFile({ content, position }: Frame): BackupFile {
  const nameEnd = 4 + (content.length >= 4 ? content.readUInt16BE(0) : Infinity);
  if (nameEnd > content.length) throw damaged(position, 'a file without its name');
  const name = content.toString('utf8', 4, nameEnd);
  // It becomes a file of the data directory: path traversal is rejected.
  if (!FILE_NAME.test(name)) throw damaged(position, `${quoted(name)} is not a plain file name`);
  return { name, bytes: content.subarray(nameEnd), mode: content.readUInt16BE(2) };
}

const quoted = (name: string): string =>
  JSON.stringify(name.length <= MAX_QUOTED ? name : `${name.slice(0, MAX_QUOTED)}...`);
