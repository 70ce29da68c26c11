const CUT_CHARS = 256;
const TOTAL_CHARS = 4_096;

/**
 * The `Warning` headers of one answer: one per distinct text (D-201, D-202). Past 4096 characters in all, each text is
 * truncated to 256, and the rest is dropped.
 */
export function warningHeaders(texts: readonly string[]): string[] {
  const distinct = [...new Set(texts)].map(printable);
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

const header = (text: string): string => `299 - "${text.replace(/[\\"]/g, '\\$&')}"`;

/** Header values have no control characters, and Node rejects text outside Latin-1. */
const printable = (text: string): string => text.replace(/[^\x20-\x7e]+/g, ' ').trim();
