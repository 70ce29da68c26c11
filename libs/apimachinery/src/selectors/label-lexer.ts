/** `word` is a key, a value, or one of the operators `in` and `notin`; the parser decides. */
export type LabelToken =
  | { readonly kind: 'symbol'; readonly text: LabelSymbol }
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'end'; readonly text: '' };

export type LabelSymbol = '(' | ')' | ',' | '!' | '=' | '==' | '!=' | '>' | '<';

/** Splits a label selector into tokens, in one pass. The last one is always `end`. */
export function labelTokens(text: string): LabelToken[] {
  const tokens: LabelToken[] = [];
  let at = 0;
  while (at < text.length) {
    if (isSpace(text[at]!)) {
      at++;
      continue;
    }
    const symbol = symbolAt(text, at);
    if (symbol) {
      tokens.push({ kind: 'symbol', text: symbol });
      at += symbol.length;
      continue;
    }
    const start = at;
    while (at < text.length && !isSpace(text[at]!) && !symbolAt(text, at)) at++;
    tokens.push({ kind: 'word', text: text.slice(start, at) });
  }
  tokens.push({ kind: 'end', text: '' });
  return tokens;
}

function symbolAt(text: string, at: number): LabelSymbol | undefined {
  const char = text[at]!;
  switch (char) {
    case '=':
      return text[at + 1] === '=' ? '==' : '=';
    case '!':
      return text[at + 1] === '=' ? '!=' : '!';
    case '(':
    case ')':
    case ',':
    case '>':
    case '<':
      return char;
    default:
      return undefined;
  }
}

const isSpace = (char: string): boolean => char === ' ' || char === '\t' || char === '\r' || char === '\n';
