import { checkFile, type FileHead, type TreeFacts } from './check-file.js';
import { PageDamage, PageFile } from './page-file.js';
import { BIG_DATA, checkOverflowHeader, overflowOf, readOverflow, readTreePage, type PageNode } from './page-node.js';
import { StoreFileError } from './store-file-error.js';

/** Attempts to read the file without a concurrent commit. */
const ATTEMPTS = 10;
const NUMBER_BYTES = 8;

/**
 * Checks the lock file without LMDB, which does not verify pages and could end the process with a signal. Other processes may be writing it.
 * @throws DiskFormatError when it is not a file of LMDB; StoreFileError when its pages are damaged.
 */
export function checkLockFile(path: string): void {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const head = checkFile(path);
    if (!head) return;
    const damage = damageOfPages(path, head);
    if (damage === undefined) return;
    const now = checkFile(path);
    if (now?.commits.every((commit, at) => commit === head.commits[at]))
      throw new StoreFileError(
        `${path} is damaged: ${damage}; remove it, with no server running on this data directory`,
      );
  }
}

function damageOfPages(path: string, head: FileHead): string | undefined {
  const pages = PageFile.open(path, head.pageBytes);
  try {
    for (const tree of [head.main, head.free]) checkTree(pages, tree, head, tree === head.free);
    return undefined;
  } catch (error) {
    if (error instanceof PageDamage) return error.message;
    throw error;
  } finally {
    pages.close();
  }
}

/** The tree of roles is one page; that of free pages grows while a process that has the file open keeps them from being used again. */
function checkTree(pages: PageFile, { root, depth }: TreeFacts, { lastPage }: FileHead, isFree: boolean): void {
  const seen = new Set<number>();
  const check = (number: number, height: number): void => {
    if (seen.has(number)) throw new PageDamage(number, 'it is at several places in its tree');
    seen.add(number);
    const page = readTreePage(pages, number);
    if (page.isLeaf !== (height === 1) || page.nodes.length === 0)
      throw new PageDamage(number, 'it is at the wrong place in its tree');
    for (const node of page.nodes) {
      if (!page.isLeaf) check(node.child, height - 1);
      else if (isFree) checkFreeRecord(pages, node, number, lastPage);
      else if (node.flags !== 0) throw new PageDamage(number, 'it holds an entry of another kind');
    }
  };
  if (root !== undefined) check(root, depth);
}

/** A long record is in pages of its own. */
function checkFreeRecord(pages: PageFile, node: PageNode, number: number, lastPage: number): void {
  if (node.flags !== 0 && node.flags !== BIG_DATA) throw new PageDamage(number, 'it holds an entry of another kind');
  let record = node.data;
  if (node.flags === BIG_DATA) {
    const overflow = overflowOf(node, pages, number);
    checkOverflowHeader(pages, overflow);
    record = readOverflow(pages, overflow, node.valueBytes);
  }
  for (let at = NUMBER_BYTES; at + NUMBER_BYTES <= record.length; at += NUMBER_BYTES)
    if (Number(record.readBigInt64LE(at)) > lastPage) throw new PageDamage(number, 'it names pages that are not there');
}
