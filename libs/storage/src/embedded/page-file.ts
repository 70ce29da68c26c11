import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/**
 * The pages of an LMDB file, read without LMDB: it trusts what pages say and reads past their end where they are damaged, which ends
 * the process. Layout: `lmdb/dependencies/lmdb/libraries/liblmdb/mdb.c`; numbers are little-endian.
 */
export class PageFile {
  private constructor(
    private readonly handle: number,
    readonly pageBytes: number,
  ) {}

  /** @param pageBytes as the head of the file says. */
  static open(file: string, pageBytes: number): PageFile {
    return new PageFile(openSync(file, 'r'), pageBytes);
  }

  /** Pages that are wholly inside the file. */
  get pageCount(): number {
    return Math.floor(fstatSync(this.handle).size / this.pageBytes);
  }

  /** @throws PageDamage when the file ends before. */
  read(number: number, bytes = this.pageBytes): Buffer {
    const page = Buffer.allocUnsafe(bytes);
    if (readSync(this.handle, page, 0, bytes, number * this.pageBytes) < bytes)
      throw new PageDamage(number, 'it lies behind the end of the file');
    return page;
  }

  close(): void {
    closeSync(this.handle);
  }
}

/** A page does not say what it must say. */
export class PageDamage extends Error {
  override readonly name = 'PageDamage';

  constructor(
    readonly page: number,
    readonly what: string,
  ) {
    super(`page ${page}: ${what}`);
  }
}
