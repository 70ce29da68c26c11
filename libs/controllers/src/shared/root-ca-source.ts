import { readFile } from 'node:fs/promises';

/** Where the certificates are found by which clients verify the server. */
export interface RootCaSource {
  /** PEM; undefined while there is none. */
  load(): Promise<string | undefined>;
}

/** A PEM file, read for each turn so that a renewed authority needs no restart. */
export class FileRootCaSource implements RootCaSource {
  constructor(private readonly file: string) {}

  async load(): Promise<string | undefined> {
    try {
      return await readFile(this.file, 'utf8');
    } catch (err) {
      if ((err as NodeJS.ErrnoException).code === 'ENOENT') return undefined; // comes with the server's first start
      throw err;
    }
  }
}
