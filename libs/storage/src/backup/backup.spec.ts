import { crc32, deflateRawSync } from 'node:zlib';

import fc from 'fast-check';

import type { Stored } from '../storage.js';
import {
  backupFormat,
  type BackupContent,
  type BackupFile,
  type BackupHeader,
  NEWEST_FORMAT,
} from './backup-content.js';
import { BackupError } from './backup-error.js';
import { encodeFrame, FrameType, MAGIC } from './frame.js';
import { decodeItems, encodeItem } from './item-bytes.js';
import { readBackup, verifyBackup } from './read-backup.js';
import { writeBackup } from './write-backup.js';

const header: BackupHeader = {
  format: 1,
  vocabulary: 'orch',
  revision: 2 ** 41,
  time: '2026-01-02T03:04:05.000Z',
  release: '1.2.3',
};
const file = (name: string, text: string, mode = 0o600): BackupFile => ({ name, bytes: Buffer.from(text), mode });
const item = (key: string, revision: number, text: string): Stored => ({ key, revision, value: Buffer.from(text) });
const small = {
  files: [file('ca.key', 'secret'), file('ca.crt', 'public', 0o644)],
  items: [item('a', 1, 'one'), item('ü/2', 2 ** 40, '')],
};

async function* each<T>(values: Iterable<T>): AsyncGenerator<T> {
  for (const value of values) yield value;
}

async function written(
  content: { files?: readonly BackupFile[]; items?: readonly Stored[]; header?: BackupHeader } = small,
  compress = false,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const { files = [], items = [] } = content;
  const whole: BackupContent = { header: content.header ?? header, files, items: each(items) };
  for await (const chunk of writeBackup(whole, { compress })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Reads it in chunks of `chunkBytes`. */
async function read(bytes: Buffer, chunkBytes = 1_000) {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) chunks.push(bytes.subarray(at, at + chunkBytes));
  const { items, ...rest } = await readBackup(each(chunks));
  const all: Stored[] = [];
  for await (const next of items) all.push(next);
  return { ...rest, items: all };
}

async function failure(bytes: Buffer): Promise<BackupError> {
  try {
    await verifyBackup(each([bytes]));
  } catch (error) {
    if (error instanceof BackupError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

const keys = fc.uniqueArray(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), { maxLength: 40 });
const stored = keys.chain((all) =>
  fc.tuple(
    ...all.map((key) =>
      fc.record({
        key: fc.constant(key),
        value: fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
        revision: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
      }),
    ),
  ),
);

describe('a backup', () => {
  it('round-trips its content for any chunking, compressed or not', () =>
    fc.assert(
      fc.asyncProperty(stored, fc.boolean(), fc.integer({ min: 1, max: 500 }), async (items, compress, chunkBytes) => {
        const back = await read(await written({ files: small.files, items }, compress), chunkBytes);
        expect(back).toEqual({ header, files: small.files, items });
      }),
    ));

  it('supports large values and many frames', async () => {
    const items = Array.from({ length: 3_000 }, (_, i) => item(`k${i}`, i + 1, 'x'.repeat(i % 700)));
    items.push(item('large', 5_000, 'y'.repeat(3_000_000)));
    for (const compress of [false, true]) {
      const bytes = await written({ items }, compress);
      const back = (await read(bytes, 65_536)).items;
      expect(back.map((i) => [i.key, i.revision])).toEqual(items.map((i) => [i.key, i.revision]));
      expect(back.every((i, at) => items[at]?.value.equals(i.value))).toBe(true);
      expect(bytes.length).toBeLessThan(compress ? 200_000 : 4_300_000);
    }
  });

  it('supports every revision, and uses format 1 where the revision fits', async () => {
    const rows: [revision: number, format: number][] = [
      [1, 1],
      [2 ** 48 - 1, 1],
      [2 ** 48, 2],
      [Number.MAX_SAFE_INTEGER, 2],
    ];
    for (const [revision, format] of rows) {
      const content = {
        header: { ...header, revision, format: backupFormat(revision) },
        items: [item('k'.repeat(1_024), revision, 'v')],
      };
      expect(content.header.format).toBe(format);
      expect((await read(await written(content))).items).toEqual(content.items);
    }
  });

  it('encodes items of format 1 unchanged', () => {
    const bytes = encodeItem(item('key', 2 ** 48 - 2, 'v'));
    expect(bytes.toString('hex')).toBe('0003fffffffffffe000000016b657976');
    expect([...decodeItems(bytes)]).toEqual([item('key', 2 ** 48 - 2, 'v')]);
  });

  it('may be empty', async () => expect(await read(await written({}))).toEqual({ header, files: [], items: [] }));

  it('verify returns the counts', async () =>
    expect(await verifyBackup(each([await written()]))).toEqual({ header, files: small.files, items: 2, bytes: 8 }));

  for (const compress of [false, true])
    it(`${compress ? 'compressed, ' : ''}is rejected with the position when any byte is changed`, async () => {
      const bytes = await written(small, compress);
      for (let at = 0; at < bytes.length; at++)
        for (const bits of [0x01, 0x80, 0xff]) {
          const changed = Buffer.from(bytes);
          changed[at] = (changed[at] ?? 0) ^ bits;
          const { code, position, message } = await failure(changed);
          expect(code).toBe(at < MAGIC.length ? 'NotABackup' : 'Damaged');
          // The position is the start of the part with the changed byte, or of the part's content.
          expect(position).toBeLessThanOrEqual(at);
          if (at >= MAGIC.length) expect(message).toContain(`at byte ${position}`);
        }
    });

  it('is rejected when truncated at any byte', async () => {
    const bytes = await written();
    for (let length = 0; length < bytes.length; length++) {
      const { code, position } = await failure(bytes.subarray(0, length));
      expect(code).toBe(length < MAGIC.length ? 'NotABackup' : 'Cut');
      if (length >= MAGIC.length) expect(position).toBe(length);
    }
  });

  it('is rejected when data follows it', async () => {
    const bytes = await written();
    const error = await failure(Buffer.concat([bytes, Buffer.from('x')]));
    expect([error.code, error.position]).toEqual(['Damaged', bytes.length]);
  });

  it('is rejected when parts are missing, repeated or reordered', async () => {
    const items = Array.from({ length: 40 }, (_, i) => item(`k${i}`, i + 1, 'x'.repeat(30_000)));
    const frames = framesOf(await written({ items }));
    expect(frames.length).toBeGreaterThan(4);
    const [head, one, two, ...rest] = frames as [Buffer, Buffer, Buffer, ...Buffer[]];
    for (const others of [
      [head, two, ...rest],
      [head, one, one, two, ...rest],
      [head, two, one, ...rest],
      [head, ...rest, one],
      [one, two, ...rest],
    ])
      expect((await failure(Buffer.concat([MAGIC, ...others]))).code).toBe('Damaged');
  });

  it('combined from two backups is rejected by the checksum of the whole', async () => {
    const [head, one, trailer] = framesOf(await written({ items: [item('a', 1, 'one')] }));
    const [, other] = framesOf(await written({ items: [item('a', 1, 'two')] }));
    await verifyBackup(each([MAGIC, head!, one!, trailer!]));
    const error = await failure(Buffer.concat([MAGIC, head!, other!, trailer!]));
    expect(error.message).toContain('the SHA-256 of everything before it');
  });

  it('of a newer format is rejected with the release that wrote it', async () => {
    const error = await failure(await written({ header: { ...header, format: NEWEST_FORMAT + 1, release: '9.9.9' } }));
    expect(error.code).toBe('Newer');
    expect(error.message).toBe('it was written by a newer release (9.9.9, format 3; this one reads 2)');
  });

  it('rejects file names outside the folder of the keys', async () => {
    for (const name of ['../x', '/etc/x', 'a/b', '', '.', '..', '.hidden'])
      expect((await failure(await written({ files: [file(name, '')] }))).message).toContain('is not a plain file name');
  });

  it('closes the source when the reader stops early', async () => {
    let isOpen = true;
    async function* bytes() {
      try {
        yield await written({ items: [item('a', 1, 'one'), item('b', 2, 'two')] });
      } finally {
        isOpen = false;
      }
    }
    for await (const { key } of (await readBackup(bytes())).items) if (key === 'a') break;
    expect(isOpen).toBe(false);
    isOpen = true;
    await expect(readBackup(each([Buffer.from('something else')]))).rejects.toThrow(BackupError);
  });

  it('with valid checksums and invalid items is rejected', async () => {
    const above = await written({ items: [item('a', 3, 'one')], header: { ...header, revision: 2 } });
    await expect(verifyBackup(each([above]))).rejects.toMatchObject({ name: 'FillError', code: 'BadItem' });
  });

  it('verify calls back with each item', async () => {
    const seen: string[] = [];
    await verifyBackup(each([await written()]), ({ key }) => seen.push(key));
    expect(seen).toEqual(['a', 'ü/2']);
  });

  it('with a part of an unknown type is rejected', async () => {
    const [head] = framesOf(await written());
    const unknown = encodeFrame(9 as FrameType, 1, Buffer.from('?'), false);
    const error = await failure(Buffer.concat([MAGIC, head!, ...unknown]));
    expect(error.message).toContain('a part of type 9');
  });
});

describe('a malicious backup', () => {
  const MEBIBYTE = 1_024 * 1_024;
  /** Each content with its type, numbered from zero; checksums are right. */
  const framed = (...contents: readonly (readonly [FrameType, Buffer, deflated?: boolean])[]): Buffer =>
    Buffer.concat([
      MAGIC,
      ...contents.flatMap(([type, content, deflated = false], at) => encodeFrame(type, at, content, deflated)),
    ]);
  const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value) ?? '');
  const head = [FrameType.Header, json(header)] as const;
  const fileBytes = (name: string, text: string): Buffer =>
    Buffer.concat([Buffer.from([name.length >> 8, name.length & 255, 1, 0x80]), Buffer.from(name + text)]);

  /** A frame that is marked as compressed, with any payload. */
  function deflatedFrame(type: FrameType, number: number, payload: Buffer): Buffer {
    const bytes = Buffer.concat(encodeFrame(type, number, payload, false));
    bytes[1] = 1;
    bytes.writeUInt32BE(crc32(bytes.subarray(0, 16)), 16);
    return bytes;
  }

  it.each([
    ['a header', FrameType.Header, MEBIBYTE],
    ['a file', FrameType.File, MEBIBYTE],
    ['items', FrameType.Items, 128 * MEBIBYTE],
    ['a trailer', FrameType.Trailer, MEBIBYTE],
    ['an unknown part', 9 as FrameType, MEBIBYTE],
  ])('cannot inflate %s beyond its limit, and the writer rejects it', async (_what, type, most) => {
    const content = Buffer.alloc(most + 1);
    const bomb = deflatedFrame(type, type === FrameType.Header ? 0 : 1, deflateRawSync(content));
    const start = type === FrameType.Header ? MAGIC : framed(head);
    expect(await failure(Buffer.concat([start, bomb]))).toMatchObject({
      code: 'Damaged',
      message: expect.stringMatching(/^damaged at byte \d+: the \d+ bytes of part \d/) as string,
    });
    expect(() => encodeFrame(type, 1, content, true)).toThrow(expect.objectContaining({ code: 'TooLarge' }));
  });

  it('of empty items is rejected at the first item', async () => {
    const error = await failure(framed(head, [FrameType.Items, Buffer.alloc(64 * MEBIBYTE), true]));
    expect([error.code, error.message]).toEqual([
      'Damaged',
      'damaged at byte ' + framed(head).length + ': its objects cannot be decoded',
    ]);
  });

  it('of more items than its revision allows is rejected at the first excess item', async () => {
    const items = ['a', 'b', 'c'].map((key) => item(key, 1, ''));
    const bytes = await written({ items, header: { ...header, revision: 2 } });
    await expect(verifyBackup(each([bytes]))).rejects.toThrow('there are more than 2 objects at revision 2');
  });

  it('that is not DEFLATE is damaged', async () =>
    expect(
      (await failure(Buffer.concat([framed(head), deflatedFrame(FrameType.Items, 1, Buffer.from('junk!'))]))).code,
    ).toBe('Damaged'));

  it.each([
    null,
    7,
    'text',
    [],
    {},
    { ...header, format: '1' },
    { ...header, revision: null },
    { ...header, release: '\u001b[2J' },
    { ...header, release: 'x'.repeat(101) },
    { ...header, time: 'now\nroot' },
    { ...header, vocabulary: '../../x\n' },
    { ...header, vocabulary: 7 },
  ])('with the header %j is damaged', async (value) =>
    expect((await failure(framed([FrameType.Header, json(value)]))).code).toBe('Damaged'),
  );

  it.each([null, 7, [], {}, { sha256: 'x' }])('with the trailer %j is damaged', async (value) =>
    expect((await failure(framed(head, [FrameType.Trailer, json(value)]))).code).toBe('Damaged'),
  );

  it.each(['\u001b[2Jx', 'x'.repeat(201), 'x'.repeat(60_000)])(
    'with an invalid file name is rejected with a short quote of it',
    async (name) => {
      const { code, message } = await failure(framed(head, [FrameType.File, fileBytes(name, 'x')]));
      expect(code).toBe('Damaged');
      expect(message).toContain('is not a plain file name');
      expect(message).not.toContain('\u001b');
      expect(message.length).toBeLessThan(200);
    },
  );

  it('rejects duplicate files and too many files', async () => {
    const one = [FrameType.File, fileBytes('ca.key', 'x')] as const;
    expect((await failure(framed(head, one, one))).message).toContain('"ca.key" is there twice');
    const many = Array.from({ length: 1_001 }, (_, i) => [FrameType.File, fileBytes(`f${i}`, '')] as const);
    expect((await failure(framed(head, ...many))).message).toContain('too many files');
    const large = Array.from(
      { length: 17 },
      (_, i) => [FrameType.File, fileBytes(`f${i}`, 'x'.repeat(MEBIBYTE - 10))] as const,
    );
    expect((await failure(framed(head, ...large))).message).toContain('too many files');
  });

  it('is rejected by the writer too', async () => {
    const files = Array.from({ length: 1_001 }, (_, i) => file(`f${i}`, ''));
    await expect(written({ files })).rejects.toMatchObject({ name: 'BackupError', code: 'TooLarge' });
  });
});

/** The frames of a complete backup, each with its header. */
function framesOf(bytes: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  for (let at = MAGIC.length; at < bytes.length;) {
    const end = at + 20 + bytes.readUInt32BE(at + 8);
    frames.push(bytes.subarray(at, end));
    at = end;
  }
  return frames;
}
