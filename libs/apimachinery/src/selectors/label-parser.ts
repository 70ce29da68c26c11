import { labelTokens, type LabelSymbol, type LabelToken } from './label-lexer.js';
import { labelRequirement, type LabelOperator, type LabelRequirement } from './label-requirement.js';
import { MAX_REQUIREMENTS } from './max-requirements.js';

/** Syntax error of a selector. Internal to this folder. */
export class LabelSyntaxError extends Error {
  override readonly name = 'LabelSyntaxError';
}

const COMPARISONS: ReadonlyMap<LabelSymbol, LabelOperator> = new Map([
  ['=', 'In'],
  ['==', 'In'],
  ['!=', 'NotIn'],
  ['>', 'Gt'],
  ['<', 'Lt'],
]);

/**
 * Parses `requirement (',' requirement)*`, or the empty text. A requirement is `key`, `!key`, `key op value` with an
 * `op` of `= == != > <`, or `key in (a,b)`, `key notin (a,b)` (C-278..C-280).
 * @throws LabelSyntaxError
 */
export class LabelParser {
  private readonly tokens: readonly LabelToken[];
  private at = 0;

  constructor(text: string) {
    this.tokens = labelTokens(text);
  }

  parse(): LabelRequirement[] {
    const requirements: LabelRequirement[] = [];
    if (this.peek().kind === 'end') return requirements;
    do {
      if (requirements.length === MAX_REQUIREMENTS)
        throw new LabelSyntaxError(`more than ${MAX_REQUIREMENTS} requirements: write values of one key as a set`);
      requirements.push(this.requirement());
    } while (this.take(','));
    if (this.peek().kind !== 'end') throw this.unexpected(`',' or the end`);
    return requirements;
  }

  private requirement(): LabelRequirement {
    const absent = this.take('!');
    const key = this.word('a label key');
    if (absent) return checked(key, 'DoesNotExist', []);
    const next = this.peek();
    if (next.kind === 'end' || next.text === ',') return checked(key, 'Exists', []);
    if (next.kind === 'word') return checked(key, this.setOperator(), this.set());
    const operator = COMPARISONS.get(next.text);
    if (!operator) throw this.unexpected('an operator: =, ==, !=, in, notin, > or <');
    this.at++;
    return checked(key, operator, [this.valueOrNothing()]);
  }

  private setOperator(): LabelOperator {
    const word = this.peek().text;
    if (word !== 'in' && word !== 'notin') throw this.unexpected('an operator: =, ==, !=, in, notin, > or <');
    this.at++;
    return word === 'in' ? 'In' : 'NotIn';
  }

  /** `(a,b)`; an omitted value is the empty value, but `()` has no values. */
  private set(): string[] {
    if (!this.take('(')) throw this.unexpected(`'('`);
    if (this.take(')')) return [];
    const values: string[] = [];
    do values.push(this.valueOrNothing());
    while (this.take(','));
    if (!this.take(')')) throw this.unexpected(`',' or ')'`);
    return values;
  }

  private valueOrNothing(): string {
    return this.peek().kind === 'word' ? this.word('a value') : '';
  }

  private word(expected: string): string {
    const token = this.peek();
    if (token.kind !== 'word') throw this.unexpected(expected);
    this.at++;
    return token.text;
  }

  private take(symbol: LabelSymbol): boolean {
    const token = this.peek();
    if (token.kind !== 'symbol' || token.text !== symbol) return false;
    this.at++;
    return true;
  }

  private peek(): LabelToken {
    return this.tokens[this.at]!;
  }

  private unexpected(expected: string): LabelSyntaxError {
    const token = this.peek();
    const found = token.kind === 'end' ? 'the end' : `'${token.text}'`;
    return new LabelSyntaxError(`found ${found}, expected ${expected}`);
  }
}

function checked(key: string, operator: LabelOperator, values: readonly string[]): LabelRequirement {
  const requirement = labelRequirement(key, operator, values);
  if (typeof requirement === 'string') throw new LabelSyntaxError(requirement);
  return requirement;
}
