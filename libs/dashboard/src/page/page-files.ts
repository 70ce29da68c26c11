import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { contentTypeOf } from './content-type.js';

/** Encodings for which the build writes a second file next to a file of the page, in the order of preference. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];
const SUFFIXES: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };
/** Names of files in here contain a hash of their content. */
const HASHED = 'assets/';
export const INDEX = 'index.html';

/** A file of the page. */
export interface PageFile {
  readonly contentType: string;
  /** Strong validator of the content without encoding. */
  readonly etag: string;
  /** Whether a URL always has the same content. */
  readonly isImmutable: boolean;
  readonly bytes: Buffer;
  readonly encoded: Partial<Readonly<Record<Encoding, Buffer>>>;
}

/**
 * The files of the built page, read from the disk once. A path is looked up among the names that were found, never opened: one with `..`,
 * an escape or a link leads nowhere.
 */
export class PageFiles {
  private names: Promise<ReadonlySet<string>> | undefined;
  private readonly files = new Map<string, Promise<PageFile>>();

  constructor(private readonly folder: string) {}

  /** @param path below `/dashboard/`, as in the URL. Empty: the start page. @returns undefined when there is none. */
  async find(path: string): Promise<PageFile | undefined> {
    const name = path === '' ? INDEX : path;
    const names = await this.listed();
    const contentType = contentTypeOf(name);
    if (!names.has(name) || contentType === undefined) return undefined;
    let file = this.files.get(name);
    if (!file) {
      file = this.read(name, contentType, names);
      this.files.set(name, file);
      file.catch(() => this.files.delete(name));
    }
    return file;
  }

  /** Whether the page was built. */
  async areBuilt(): Promise<boolean> {
    return (await this.listed()).has(INDEX);
  }

  /** Listed again as long as there is no page: it may be built while the server runs. */
  private async listed(): Promise<ReadonlySet<string>> {
    const names = await (this.names ??= namesIn(this.folder));
    if (!names.has(INDEX)) this.names = undefined;
    return names;
  }

  private async read(name: string, contentType: string, names: ReadonlySet<string>): Promise<PageFile> {
    const bytes = await readFile(join(this.folder, name));
    const encoded: Partial<Record<Encoding, Buffer>> = {};
    for (const encoding of ENCODINGS) {
      const other = name + SUFFIXES[encoding];
      if (names.has(other)) encoded[encoding] = await readFile(join(this.folder, other));
    }
    const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
    return { contentType, etag, isImmutable: name.startsWith(HASHED), bytes, encoded };
  }
}

/** Regular files below the folder, with `/`. Empty when the folder does not exist. */
async function namesIn(folder: string): Promise<ReadonlySet<string>> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const below = (parent: string): string => parent.slice(folder.length + 1);
    return new Set(
      entries
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(below(parentPath), name).replaceAll(sep, '/')),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Set();
    throw error;
  }
}
