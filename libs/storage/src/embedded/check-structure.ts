import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FileHead, TREE_FACTS_BYTES, type TreeFacts, treeFacts } from './check-file.js';
import { damagedStructure } from './damaged-file.js';
import { EMPTY_TALLY, type KeyTally, tallyAfter } from './key-tally.js';
import { PageDamage, PageFile } from './page-file.js';
import {
  BIG_DATA,
  checkOverflowHeader,
  overflowOf,
  type PageNode,
  readOverflow,
  readTreePage,
  SUB_TREE,
  type TreePage,
} from './page-node.js';
import { PageUse } from './page-use.js';

/** Pages read in one turn of the event loop. */
const TURN_PAGES = 1_024;
const KEYS_TABLE = 'keys\0';
const TABLES: ReadonlySet<string> = new Set(['facts\0', KEYS_TABLE, 'log\0']);
const POINTER_BYTES = 6;
const NUMBER_BYTES = 8;

export interface StructureOptions {
  /** Whether the first page of every large value is read too, which takes about as long as reading the values. Default: false. */
  readonly values?: boolean;
}

/** Result of checking an undamaged file. */
export interface Structure {
  /** Of the index of keys. */
  readonly tally: KeyTally;
}

/**
 * Reads and validates every tree page of the file: LMDB does not verify them, and a damaged one can end the process, hide keys, or make
 * LMDB overwrite pages in use. No process may write the file meanwhile.
 * @param head the result of `checkFile`.
 * @throws DamagedFileError naming the page.
 */
export async function checkStructure(file: string, head: FileHead, options: StructureOptions = {}): Promise<Structure> {
  const pages = PageFile.open(file, head.pageBytes);
  try {
    return await new StructureCheck(pages, head, options.values === true).run();
  } catch (error) {
    if (error instanceof PageDamage) throw damagedStructure(file, error);
    throw error;
  } finally {
    pages.close();
  }
}

type Compare = (a: Buffer, b: Buffer) => number;
type Visit = (node: PageNode, page: number) => void;

/** State of a tree walk, with the counts so far. */
interface Tree {
  readonly visit: Visit;
  readonly compare: Compare;
  branches: number;
  leaves: number;
  overflows: number;
  entries: number;
}

/** Bounds of the keys below a page. */
interface Bounds {
  readonly from: Buffer | undefined;
  /** Exclusive. */
  readonly to: Buffer | undefined;
}

class StructureCheck {
  private readonly use: PageUse;
  private tally = EMPTY_TALLY;
  private pagesRead = 0;

  constructor(
    private readonly file: PageFile,
    private readonly head: FileHead,
    private readonly readsValues: boolean,
  ) {
    this.use = new PageUse(head.lastPage, file.pageCount);
  }

  async run(): Promise<Structure> {
    checkCommits(this.head);
    const tables = new Map<string, TreeFacts>();
    await this.walk(this.head.main, (node, page) => {
      const name = node.key.toString('latin1');
      if (node.flags !== SUB_TREE || node.data.length !== TREE_FACTS_BYTES || !TABLES.has(name))
        throw new PageDamage(page, `it holds an unknown table, ${JSON.stringify(name)}`);
      tables.set(name, treeFacts(node.data));
    });
    for (const [name, facts] of tables) await this.walk(facts, name === KEYS_TABLE ? this.countKey : () => undefined);
    await this.walk(this.head.free, this.markFree, byNumber);
    return { tally: this.tally };
  }

  private readonly countKey: Visit = ({ key, data, flags }, page) => {
    if (flags !== 0 || data.length !== POINTER_BYTES) throw new PageDamage(page, 'a key has an invalid pointer');
    this.tally = tallyAfter(this.tally, key, data, 0);
  };

  /** A record of free pages: the number of entries, then the entries; each is 0, a page, or minus the length of a run, followed by its first page. */
  private readonly markFree: Visit = (node, page) => {
    const record =
      node.flags === BIG_DATA ? readOverflow(this.file, overflowOf(node, this.file, page), node.valueBytes) : node.data;
    const numberAt = (at: number) => Number(record.readBigInt64LE(at * NUMBER_BYTES));
    const count = record.length >= NUMBER_BYTES ? numberAt(0) : -1;
    if (count < 0 || (count + 1) * NUMBER_BYTES > record.length)
      throw new PageDamage(page, 'a record of free pages is too short');
    for (let at = 1; at <= count; at++) {
      const entry = numberAt(at);
      if (entry > 0) this.use.markFree(entry, 1, page);
      else if (entry < 0) this.use.markFree(++at <= count ? numberAt(at) : 0, -entry, page);
    }
  };

  /** @throws PageDamage when the tree differs from `facts`. */
  private async walk(facts: TreeFacts, visit: Visit, compare: Compare = byBytes): Promise<void> {
    const tree: Tree = { visit, compare, branches: 0, leaves: 0, overflows: 0, entries: 0 };
    if (facts.root !== undefined) await this.page(facts.root, facts.depth, tree, { from: undefined, to: undefined });
    const isWhole =
      tree.branches === facts.branches &&
      tree.leaves === facts.leaves &&
      tree.overflows === facts.overflows &&
      tree.entries === facts.entries;
    if (!isWhole)
      throw new PageDamage(
        facts.root ?? 0,
        'the pages or entries of the tree below it differ from the recorded counts',
      );
  }

  private async page(number: number, depth: number, tree: Tree, bounds: Bounds): Promise<void> {
    this.use.markUsed(number, 1, number);
    if (++this.pagesRead % TURN_PAGES === 0) await nextTurn();
    const page = readTreePage(this.file, number);
    if (page.isLeaf !== (depth === 1) || page.nodes.length === 0)
      throw new PageDamage(number, 'it is at the wrong place in its tree');
    if (page.isLeaf) this.leaf(page, tree, bounds);
    else await this.branch(page, depth, tree, bounds);
  }

  private leaf({ number, nodes }: TreePage, tree: Tree, bounds: Bounds): void {
    tree.leaves++;
    tree.entries += nodes.length;
    checkOrder(
      nodes.map(({ key }) => key),
      tree,
      bounds,
      number,
    );
    for (const node of nodes) {
      if (node.flags === BIG_DATA) this.largeValue(node, number, tree);
      tree.visit(node, number);
    }
  }

  private largeValue(node: PageNode, page: number, tree: Tree): void {
    const overflow = overflowOf(node, this.file, page);
    this.use.markUsed(overflow.first, overflow.count, page);
    tree.overflows += overflow.count;
    if (this.readsValues) checkOverflowHeader(this.file, overflow);
  }

  private async branch({ number, nodes }: TreePage, depth: number, tree: Tree, bounds: Bounds): Promise<void> {
    tree.branches++;
    // LMDB ignores the key of the first node: its subtree starts at the bound of the branch.
    const separators = nodes.slice(1).map(({ key }) => key);
    checkOrder(separators, tree, bounds, number);
    for (const [at, { child }] of nodes.entries())
      await this.page(child, depth - 1, tree, {
        from: separators[at - 1] ?? bounds.from,
        to: separators[at] ?? bounds.to,
      });
  }
}

function checkOrder(keys: readonly Buffer[], { compare }: Tree, { from, to }: Bounds, page: number): void {
  let before = from;
  for (const [at, key] of keys.entries()) {
    const order = before === undefined ? -1 : compare(before, key);
    // The first key may equal the bound.
    if (order > 0 || (order === 0 && at > 0)) throw new PageDamage(page, 'its keys are not in order');
    before = key;
  }
  const last = keys.at(-1);
  if (last && to && compare(last, to) >= 0) throw new PageDamage(page, 'its keys are not in order');
}

const byBytes: Compare = (a, b) => a.compare(b);

const byNumber: Compare = (a, b) => {
  if (a.length !== NUMBER_BYTES || b.length !== NUMBER_BYTES) return 1;
  const difference = a.readBigUInt64LE() - b.readBigUInt64LE();
  return difference < 0n ? -1 : Number(difference > 0n);
};

/** The two meta pages alternate: one holds the newest commit, the other the previous one. @throws PageDamage. */
function checkCommits({ commits: [first, second] }: FileHead): void {
  // There was no commit yet, or the file is an unmodified compact copy.
  if (first === 0n || second === 0n) return;
  const newest = first > second ? 0 : 1;
  const commit = newest === 0 ? first : second;
  const before = newest === 0 ? second : first;
  if (commit !== before + 1n || Number(commit % 2n) !== newest)
    throw new PageDamage(newest, `its commit ${commit} does not follow commit ${before}`);
}
