import { isIP } from 'node:net';

/** Visible characters, above ASCII too, and none of the special ones. */
const ATOM = /[!#-'*+\-./0-9=?A-Z^-~\u0080-\uffff]+/y;
/** Visible characters and blanks, and escaped ones. */
const QUOTED = /"(?:[\t !#-[\]-~\u0080-\uffff]|\\[\t -~\u0080-\uffff])*"/y;
const LITERAL = /\[[!-Z^-~\u0080-\uffff]*\]/y;
const BLANKS = /[ \t]*/y;

/** One mail address, with or without the name of its owner: `ann@example.com`, `Ann <ann@example.com> (home)`. */
export function isEmail(text: string): boolean {
  const reader = new AddressReader(text);
  return reader.address() && reader.comments() && reader.isAtEnd;
}

/** Reads forward; each step is linear in what it reads. */
class AddressReader {
  private at = 0;

  constructor(private readonly text: string) {}

  get isAtEnd(): boolean {
    return this.at === this.text.length;
  }

  address(): boolean {
    this.take(BLANKS);
    if (this.plainAddress()) return true;
    if (!this.sees('<') && !this.phrase()) return false;
    this.take(BLANKS);
    return this.skip('<') && this.plainAddress() && this.skip('>');
  }

  /** Comments in parentheses, which may nest. */
  comments(): boolean {
    this.take(BLANKS);
    while (this.skip('(')) {
      let depth = 1;
      while (depth > 0 && !this.isAtEnd) {
        const char = this.text[this.at];
        if (char === '\\' && this.at + 1 < this.text.length) this.at++;
        else if (char === '(') depth++;
        else if (char === ')') depth--;
        this.at++;
      }
      if (depth > 0) return false;
      this.take(BLANKS);
    }
    return true;
  }

  /** `local@domain`; moves only when it is one. */
  private plainAddress(): boolean {
    const start = this.at;
    this.take(BLANKS);
    const local = this.sees('"') ? (this.take(QUOTED)?.length ?? 0) > 2 : this.dotAtom();
    if (local && this.skip('@')) {
      this.take(BLANKS);
      if (this.sees('[') ? this.literal() : this.dotAtom()) return true;
    }
    this.at = start;
    return false;
  }

  private dotAtom(): boolean {
    const atom = this.take(ATOM);
    return atom !== undefined && !atom.startsWith('.') && !atom.endsWith('.') && !atom.includes('..');
  }

  private literal(): boolean {
    const literal = this.take(LITERAL);
    return literal !== undefined && isIP(literal.slice(1, -1)) !== 0;
  }

  /** Words, each an atom or quoted. */
  private phrase(): boolean {
    let words = 0;
    for (;;) {
      if (words > 0 && !this.comments()) return false;
      this.take(BLANKS);
      const word = this.take(this.sees('"') ? QUOTED : ATOM);
      if (word === undefined) return words > 0;
      words++;
    }
  }

  private sees(char: string): boolean {
    return this.text[this.at] === char;
  }

  private skip(char: string): boolean {
    if (!this.sees(char)) return false;
    this.at++;
    return true;
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match === null) return undefined;
    this.at += match[0].length;
    return match[0];
  }
}
