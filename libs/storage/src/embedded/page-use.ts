import { PageDamage } from './page-file.js';

/** The two meta pages. */
const HEAD_PAGES = 2;

/** Tracks page usage: each page must be referenced once, by a tree or by a record of free pages. */
export class PageUse {
  private readonly seen: Uint8Array;

  /**
   * @param lastPage the last one that any commit used.
   * @param filePages pages in the file; the last free ones may be beyond its end.
   */
  constructor(
    private readonly lastPage: number,
    private readonly filePages: number,
  ) {
    this.seen = new Uint8Array(Math.ceil((Math.min(lastPage, filePages) + 1) / 8) + 1);
  }

  /** @throws PageDamage about the page `by`, when they cannot be used there. */
  markUsed(first: number, count: number, by: number): void {
    if (first + count > this.filePages) throw new PageDamage(by, `page ${first}, which it names, is not in the file`);
    this.mark(first, count, by);
  }

  /** @throws PageDamage about the page `by`, when they cannot be free. */
  markFree(first: number, count: number, by: number): void {
    this.mark(first, count, by);
  }

  private mark(first: number, count: number, by: number): void {
    if (!Number.isSafeInteger(first) || first < HEAD_PAGES || first + count - 1 > this.lastPage)
      throw new PageDamage(by, `page ${first}, which it names, is not in the file`);
    const end = Math.min(first + count, this.filePages);
    for (let page = first; page < end; page++) {
      const bit = 1 << (page & 7);
      const byte = page >>> 3;
      if ((this.seen[byte]! & bit) !== 0) throw new PageDamage(by, `page ${page}, which it names, is in use elsewhere`);
      this.seen[byte]! |= bit;
    }
  }
}
