import { checkFile, type FileHead, type TreeFacts } from './check-file.js';
import { PageDamage, PageFile } from './page-file.js';
import { readTreePage } from './page-node.js';
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

/** Each of its two trees is one page. */
function checkTree(pages: PageFile, { root, depth }: TreeFacts, { lastPage }: FileHead, isFree: boolean): void {
  if (root === undefined) return;
  const page = readTreePage(pages, root);
  if (!page.isLeaf || depth !== 1) throw new PageDamage(root, 'it is at the wrong place in its tree');
  for (const { flags, data } of page.nodes) {
    if (flags !== 0) throw new PageDamage(root, 'it holds an entry of another kind');
    if (!isFree) continue;
    for (let at = NUMBER_BYTES; at + NUMBER_BYTES <= data.length; at += NUMBER_BYTES)
      if (Number(data.readBigInt64LE(at)) > lastPage) throw new PageDamage(root, 'it names pages that are not there');
  }
}
