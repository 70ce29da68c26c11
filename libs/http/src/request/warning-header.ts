/** Half of a character: not UTF-8. */
const LONE_SURROGATE = /\p{Cs}/u;
const CUT_CHARS = 256;
const TOTAL_CHARS = 4_096;

/** Texts for the `Warning` headers of one answer. */
export interface WarningTexts extends Iterable<string> {
  readonly length: number;
  push(text: string): unknown;
}

/**
 * The first distinct texts that can be sent, until they are too long though truncated: policies with thousands of parameter objects have one of each, most of which no answer has room
 * for. The others are not read: to read a text that V8 has in parts, it joins them.
 */
export class Warnings implements WarningTexts {
  /** Most requests have none. */
  private texts: Set<string> | undefined;
  private used = 0;

  get length(): number {
    return this.texts?.size ?? 0;
  }

  /** No answer has room for further ones. */
  get isFull(): boolean {
    return this.used > TOTAL_CHARS;
  }

  push(text: string): void {
    if (this.isFull || this.texts?.has(text) || !isSendable(text)) return;
    (this.texts ??= new Set()).add(text);
    this.used += Math.min(text.length, CUT_CHARS);
  }

  [Symbol.iterator](): Iterator<string> {
    return (this.texts ?? []).values();
  }
}

/**
 * The `Warning` headers of one answer: one per distinct text (D-201, D-202). Past 4096 characters in all, each text is
 * truncated to 256, and the rest is dropped. A text with control characters is not sent, as in kube-apiserver.
 */
export function warningHeaders(texts: Iterable<string>): string[] {
  const distinct = [...(texts instanceof Warnings ? texts : kept(texts))];
  const total = distinct.reduce((sum, text) => sum + text.length, 0);
  if (total <= TOTAL_CHARS) return distinct.map(header);
  const headers: string[] = [];
  let used = 0;
  for (const text of distinct) {
    const cut = text.slice(0, CUT_CHARS);
    used += cut.length;
    if (used > TOTAL_CHARS) break;
    headers.push(header(cut));
  }
  return headers;
}

/** The texts as they are kept for a request. */
function kept(texts: Iterable<string>): Warnings {
  const warnings = new Warnings();
  for (const text of texts) {
    if (warnings.isFull) break;
    warnings.push(text);
  }
  return warnings;
}

/** UTF-8. Node writes each character of a header as one byte. */
const header = (text: string): string =>
  Buffer.from(`299 - "${text.replace(/[\\"]/g, '\\$&')}"`, 'utf8').toString('latin1');

/** Header values have no control characters. */
const isSendable = (text: string): boolean => text !== '' && !/\p{Cc}/u.test(text) && !LONE_SURROGATE.test(text);
