import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Clock } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import { makeDirectory } from '@orch/process';
import type { Rotation } from './audit-options.js';
import type { LineSink } from './log-backend.js';

const COMPRESSED = '.gz';
/** Only the user of the server may read the audit log. */
const MODE = 0o600;
const DIRECTORY_MODE = 0o700;
const DAY_MS = 86_400_000;

/**
 * A file of lines. Before it would exceed its maximum size it is rotated: renamed to `audit-TIME.log`; old rotated files
 * are removed by count and by age, and compressed, while lines are appended: requests may wait for those. Lines are never split between files.
 */
export class RotatingFile implements LineSink {
  /** Removes and compresses rotated files, one call after the other. */
  private tidying: Promise<void> = Promise.resolve();
  /** The next call waits: it sees the files that are rotated until then. */
  private willTidy = false;

  private constructor(
    private readonly path: string,
    private readonly rotation: Rotation,
    private readonly clock: Clock,
    private readonly log: Logger,
    private handle: FileHandle | undefined,
    private bytes: number,
    /** The last line of the file has no end: the server was killed while the disk was full. */
    private isPartial: boolean,
  ) {}

  /** @throws the error of the operating system, unchanged. */
  static async open(path: string, rotation: Rotation, clock: Clock, log: Logger): Promise<RotatingFile> {
    makeDirectory(dirname(path), DIRECTORY_MODE);
    const { handle, bytes, isPartial } = await openEnd(path);
    const file = new RotatingFile(path, rotation, clock, log, handle, bytes, isPartial);
    await file.tidy();
    return file;
  }

  async append(lines: string): Promise<void> {
    const { maxBytes } = this.rotation;
    if (maxBytes > 0 && this.bytes > 0 && this.bytes + Buffer.byteLength(lines) > maxBytes) await this.setAside();
    if (!this.handle) await this.reopen();
    const chunk = Buffer.from(this.isPartial ? `\n${lines}` : lines);
    // On a full disk a write may be partial: the next one starts on a new line, so that no two events are mixed.
    await this.handle!.appendFile(chunk).catch(this.afterFailure);
    this.bytes += chunk.length;
    this.isPartial = false;
  }

  /** Waits until rotated files are compressed. */
  async close(): Promise<void> {
    await this.closeHandle();
    await this.tidying;
  }

  private async closeHandle(): Promise<void> {
    await this.handle?.close();
    this.handle = undefined;
  }

  private readonly afterFailure = async (error: unknown): Promise<never> => {
    const before = this.bytes;
    await this.handle?.truncate(before).catch((cause: unknown) => {
      this.isPartial = true;
      this.log.warn('partial audit event may be in the file', { error: cause });
    });
    throw error;
  };

  private async reopen(): Promise<void> {
    ({ handle: this.handle, bytes: this.bytes, isPartial: this.isPartial } = await openEnd(this.path));
  }

  private async setAside(): Promise<void> {
    await this.closeHandle();
    // Another program may have removed the directory.
    makeDirectory(dirname(this.path), DIRECTORY_MODE);
    const { stem, end } = this.names();
    const time = new Date(this.clock.now()).toISOString().replaceAll(':', '-').slice(0, -1);
    const taken = new Set(await readdir(dirname(this.path)));
    let aside = `${stem}${time}${end}`;
    for (let n = 1; taken.has(aside) || taken.has(aside + COMPRESSED); n++) aside = `${stem}${time}.${n}${end}`;
    await rename(this.path, join(dirname(this.path), aside)).catch(unlessAbsent);
    await this.reopen();
    this.tidyLater();
  }

  private tidyLater(): void {
    if (this.willTidy) return;
    this.willTidy = true;
    this.tidying = this.tidying.then(() => {
      this.willTidy = false;
      return this.tidy();
    });
  }

  /** Removes and compresses rotated files. A failure costs disk space, but no events. */
  private async tidy(): Promise<void> {
    try {
      const { maxBackups, maxAgeDays, compress } = this.rotation;
      const folder = dirname(this.path);
      const newestFirst = (await this.backups()).toReversed();
      const oldest = this.clock.now() - maxAgeDays * DAY_MS;
      const uncompressed: string[] = [];
      for (const [index, { name, timeMs }] of newestFirst.entries()) {
        const file = join(folder, name);
        const tooMany = maxBackups > 0 && index >= maxBackups;
        if (tooMany || (maxAgeDays > 0 && timeMs < oldest)) await rm(file);
        else if (compress && !name.endsWith(COMPRESSED)) uncompressed.push(file);
      }
      for (const file of uncompressed) await compressFile(file);
    } catch (error) {
      this.log.warn('failed to remove or compress rotated audit logs', { path: this.path, error });
    }
  }

  /** Rotated files, oldest first. */
  private async backups(): Promise<{ readonly name: string; readonly timeMs: number }[]> {
    const { stem, end } = this.names();
    const found = [];
    for (const name of await readdir(dirname(this.path))) {
      const plain = name.endsWith(COMPRESSED) ? name.slice(0, -COMPRESSED.length) : name;
      if (!plain.startsWith(stem) || !plain.endsWith(end)) continue;
      const timeMs = timeIn(plain.slice(stem.length, end === '' ? undefined : -end.length));
      if (timeMs !== undefined) found.push({ name, timeMs });
    }
    return found.toSorted((a, b) => a.timeMs - b.timeMs || compareTexts(a.name, b.name));
  }

  private names(): { readonly stem: string; readonly end: string } {
    const end = extname(this.path);
    return { stem: `${basename(this.path, end)}-`, end };
  }
}

/** Another program may have removed the file, or rotates it too. */
function unlessAbsent(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

async function openEnd(path: string): Promise<{ handle: FileHandle; bytes: number; isPartial: boolean }> {
  const handle = await open(path, 'a', MODE);
  const bytes = (await handle.stat()).size;
  // A file that may not be read is taken as whole.
  return { handle, bytes, isPartial: bytes > 0 && !(await endsLine(path, bytes).catch(() => true)) };
}

/** Whether the last byte is a line end. */
async function endsLine(path: string, bytes: number): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(1), 0, 1, bytes - 1);
    return bytesRead === 0 || buffer.toString() === '\n';
  } finally {
    await handle.close();
  }
}

/** Atomic: a crash leaves the old file, and an incomplete one with a temporary name. */
async function compressFile(file: string): Promise<void> {
  const temporary = `${file}${COMPRESSED}.${randomBytes(8).toString('hex')}.tmp`;
  try {
    await pipeline(createReadStream(file), createGzip(), createWriteStream(temporary, { mode: MODE, flags: 'wx' }));
    await rename(temporary, file + COMPRESSED);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await rm(file);
}

const compareTexts = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1);

const TIME = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3})(?:\.\d+)?$/;

function timeIn(text: string): number | undefined {
  const parts = TIME.exec(text);
  const timeMs = parts ? Date.parse(`${parts[1]}:${parts[2]}:${parts[3]}Z`) : NaN;
  return Number.isNaN(timeMs) ? undefined : timeMs;
}
