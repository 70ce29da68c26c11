/** Tags used here: the universal ones, with the constructed bit where it belongs. */
export const DER = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  sequence: 0x30,
  set: 0x31,
  context0: 0xa0,
} as const;

/** One element of DER: its tag and its content. */
export interface DerElement {
  readonly tag: number;
  readonly content: Buffer;
  /** The whole element. */
  readonly raw: Buffer;
}

/** Consecutive elements that fill the bytes exactly; undefined when they do not. */
export function derElements(bytes: Buffer): DerElement[] | undefined {
  const elements: DerElement[] = [];
  let at = 0;
  while (at < bytes.length) {
    const head = readHead(bytes, at);
    if (!head || head.end > bytes.length) return undefined;
    elements.push({
      tag: bytes[at]!,
      content: bytes.subarray(head.start, head.end),
      raw: bytes.subarray(at, head.end),
    });
    at = head.end;
  }
  return elements;
}

/** Elements inside one element; undefined when it has another tag, or its content cannot be read. */
export const childrenOf = (element: DerElement | undefined, tag: number): DerElement[] | undefined =>
  element?.tag === tag ? derElements(element.content) : undefined;

/** The constructed bit of tags. */
const CONSTRUCTED = 0x20;

/** Number of elements on all levels, also of those inside octet strings; no more than `max` are counted. Bytes that cannot be read have none. */
export function countElements(bytes: Buffer, max: number): number {
  let count = 0;
  const waiting = [bytes];
  for (let next = waiting.pop(); next && count < max; next = waiting.pop()) {
    for (const { tag, content } of derElements(next) ?? []) {
      count++;
      if ((tag & CONSTRUCTED) !== 0 || tag === DER.octetString) waiting.push(content);
    }
  }
  return Math.min(count, max);
}

/** Where the content of the element at `at` starts and ends. Long tags and lengths above four bytes do not occur here. */
function readHead(bytes: Buffer, at: number): { start: number; end: number } | undefined {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return undefined;
  if (first < 0x80) return { start: at + 2, end: at + 2 + first };
  const size = first & 0x7f;
  if (size === 0 || size > 4 || at + 2 + size > bytes.length) return undefined;
  const length = bytes.readUIntBE(at + 2, size);
  return { start: at + 2 + size, end: at + 2 + size + length };
}
