import { PageDamage, type PageFile } from './page-file.js';

/** Flags of pages and of nodes on disk. */
const BRANCH = 1;
const LEAF = 2;
const OVERFLOW = 4;
export const BIG_DATA = 1;
export const SUB_TREE = 2;

const PAGE_HEADER_BYTES = 24;
const FLAGS_AT = 18;
const LOWER_AT = 20;
const UPPER_AT = 22;
const NODE_HEADER_BYTES = 8;
const WORD = 2 ** 16;

/** The pages of a large value. */
export interface OverflowPages {
  readonly first: number;
  readonly count: number;
}

/** One entry of a branch or leaf page. */
export interface PageNode {
  readonly flags: number;
  readonly key: Buffer;
  /** In a leaf: the data, or its overflow pages. Empty in a branch. */
  readonly data: Buffer;
  /** In a leaf: length of the value. */
  readonly valueBytes: number;
  /** In a branch: the page below. */
  readonly child: number;
}

/** A validated branch or leaf page. */
export interface TreePage {
  readonly number: number;
  readonly isLeaf: boolean;
  readonly nodes: readonly PageNode[];
}

/** Reads a page of a tree. @throws PageDamage. */
export function readTreePage(file: PageFile, number: number): TreePage {
  const page = file.read(number);
  const flags = checkHeader(page, number);
  if (flags !== BRANCH && flags !== LEAF) throw new PageDamage(number, `it is of the unknown type ${flags}`);
  const lower = page.readUInt16LE(LOWER_AT);
  const upper = page.readUInt16LE(UPPER_AT);
  const room = file.pageBytes - PAGE_HEADER_BYTES;
  if (lower % 2 !== 0 || lower > upper || upper > room) throw new PageDamage(number, 'its bounds are wrong');
  const isLeaf = flags === LEAF;
  const nodes: PageNode[] = [];
  for (let at = 0; at < lower; at += 2) {
    const offset = page.readUInt16LE(PAGE_HEADER_BYTES + at);
    if (offset < upper || offset + NODE_HEADER_BYTES > room) throw new PageDamage(number, 'an entry is out of bounds');
    nodes.push(readNode(page, number, PAGE_HEADER_BYTES + offset, isLeaf));
  }
  return { number, isLeaf, nodes };
}

function readNode(page: Buffer, number: number, at: number, isLeaf: boolean): PageNode {
  const low = page.readUInt16LE(at) + page.readUInt16LE(at + 2) * WORD;
  const flags = page.readUInt16LE(at + 4);
  const keyAt = at + NODE_HEADER_BYTES;
  const dataAt = keyAt + page.readUInt16LE(at + 6);
  const dataBytes = !isLeaf ? 0 : flags === BIG_DATA ? OVERFLOW_NODE_BYTES : low;
  if (dataAt + dataBytes > page.length) throw new PageDamage(number, 'an entry is longer than the page');
  if (isLeaf && flags !== 0 && flags !== BIG_DATA && flags !== SUB_TREE)
    throw new PageDamage(number, `an entry has the unknown flags ${flags}`);
  return {
    flags: isLeaf ? flags : 0,
    key: page.subarray(keyAt, dataAt),
    data: page.subarray(dataAt, dataAt + dataBytes),
    valueBytes: isLeaf ? low : 0,
    child: isLeaf ? 0 : low + flags * WORD * WORD,
  };
}

const OVERFLOW_NODE_BYTES = 24;
const OVERFLOW_COUNT_AT = 16;

/** The overflow pages of a node with `BIG_DATA`. @throws PageDamage when their count is wrong. */
export function overflowOf({ data, valueBytes }: PageNode, { pageBytes }: PageFile, page: number): OverflowPages {
  const first = Number(data.readBigUInt64LE(0));
  const count = Number(data.readBigUInt64LE(OVERFLOW_COUNT_AT));
  if (count !== Math.floor((PAGE_HEADER_BYTES - 1 + valueBytes) / pageBytes) + 1)
    throw new PageDamage(page, `a value of ${valueBytes} bytes has ${count} pages`);
  return { first, count };
}

/** @throws PageDamage when the first overflow page has an invalid header. */
export function checkOverflowHeader(file: PageFile, { first, count }: OverflowPages): void {
  const header = file.read(first, PAGE_HEADER_BYTES);
  if (checkHeader(header, first) !== OVERFLOW || header.readUInt32LE(LOWER_AT) !== count)
    throw new PageDamage(first, `it is not the start of a value of ${count} pages`);
}

/** The bytes of a large value. */
export const readOverflow = (file: PageFile, { first, count }: OverflowPages, valueBytes: number): Buffer =>
  file.read(first, count * file.pageBytes).subarray(PAGE_HEADER_BYTES, PAGE_HEADER_BYTES + valueBytes);

/** @returns the flags of the page. */
function checkHeader(page: Buffer, number: number): number {
  const own = page.readBigUInt64LE(0);
  if (own !== BigInt(number)) throw new PageDamage(number, `its header has page number ${own}`);
  return page.readUInt16LE(FLAGS_AT);
}
