/**
 * Parses a query as the clients of kube-apiserver know it: a pair with a semicolon or with a broken escape is left out,
 * as if it were not there.
 */
export function parseQuery(text: string): URLSearchParams {
  if (!text.includes(';') && !text.includes('%')) return new URLSearchParams(text);
  const pairs = text.split('&');
  return new URLSearchParams(pairs.every(isWellFormed) ? text : pairs.filter(isWellFormed).join('&'));
}

function isWellFormed(pair: string): boolean {
  if (pair.includes(';')) return false;
  for (let at = pair.indexOf('%'); at >= 0; at = pair.indexOf('%', at + 1)) {
    if (!isHex(pair.charCodeAt(at + 1)) || !isHex(pair.charCodeAt(at + 2))) return false;
  }
  return true;
}

/** Of a character code; false for NaN, past the end. */
const isHex = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);
