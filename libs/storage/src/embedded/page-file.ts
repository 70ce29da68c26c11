import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/**
 * Reads pages of an LMDB file without LMDB, which does not verify pages: damaged ones make it read out of bounds and end
 * the process. Layout: `lmdb/dependencies/lmdb/libraries/liblmdb/mdb.c`; numbers are little-endian.
 */
export class PageFile {
  private constructor(
    private readonly handle: number,
    readonly pageBytes: number,
  ) {}

  /** @param pageBytes from the meta page. */
  static open(file: string, pageBytes: number): PageFile {
    return new PageFile(openSync(file, 'r'), pageBytes);
  }

  /** Number of complete pages in the file. */
  get pageCount(): number {
    return Math.floor(fstatSync(this.handle).size / this.pageBytes);
  }

  /** @throws PageDamage when the page is beyond the end of the file. */
  read(number: number, bytes = this.pageBytes): Buffer {
    const page = Buffer.allocUnsafe(bytes);
    if (readSync(this.handle, page, 0, bytes, number * this.pageBytes) < bytes)
      throw new PageDamage(number, 'it is beyond the end of the file');
    return page;
  }

  close(): void {
    closeSync(this.handle);
  }
}

/** A page is invalid. */
export class PageDamage extends Error {
  override readonly name = 'PageDamage';

  constructor(
    readonly page: number,
    readonly what: string,
  ) {
    super(`page ${page}: ${what}`);
  }
}
