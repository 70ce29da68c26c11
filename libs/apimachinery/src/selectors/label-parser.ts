import { labelTokens, type LabelSymbol, type LabelToken } from './label-lexer.js';
import { labelKeyFault, labelRequirement, type LabelOperator, type LabelRequirement } from './label-requirement.js';
import { MAX_REQUIREMENTS } from './max-requirements.js';

/** Syntax error of a selector, with the messages of client-go. Internal to this folder. */
export class LabelSyntaxError extends Error {
  override readonly name = 'LabelSyntaxError';
}

const inRequirement = (why: string): LabelSyntaxError => new LabelSyntaxError(`unable to parse requirement: ${why}`);

const OPERATORS = 'in, notin, =, ==, !=, gt, lt';

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
    if (!this.startsRequirement()) throw this.unexpected("!, identifier, or 'end of string'");
    for (;;) {
      if (requirements.length === MAX_REQUIREMENTS)
        throw inRequirement(`more than ${MAX_REQUIREMENTS} requirements: write values of one key as a set`);
      requirements.push(this.requirement());
      if (this.peek().kind === 'end') return requirements;
      if (!this.take(',')) throw this.unexpected("',' or 'end of string'");
      if (!this.startsRequirement()) throw this.unexpected("identifier after ','");
    }
  }

  private startsRequirement(): boolean {
    const { kind, text } = this.peek();
    return kind === 'word' || text === '!';
  }

  private requirement(): LabelRequirement {
    const absent = this.take('!');
    const key = this.word();
    const fault = labelKeyFault(key);
    if (fault !== undefined) throw inRequirement(fault);
    if (absent) return checked(key, 'DoesNotExist', []);
    const next = this.peek();
    if (next.kind === 'end' || next.text === ',') return checked(key, 'Exists', []);
    if (next.kind === 'word') return checked(key, this.setOperator(), this.set());
    const operator = COMPARISONS.get(next.text);
    if (!operator) throw inRequirement(this.found(`, expected: ${OPERATORS}`));
    this.at++;
    return checked(key, operator, [this.exactValue()]);
  }

  private setOperator(): LabelOperator {
    const word = this.peek().text;
    if (word !== 'in' && word !== 'notin') throw inRequirement(this.found(`, expected: ${OPERATORS}`));
    this.at++;
    return word === 'in' ? 'In' : 'NotIn';
  }

  /** `(a,b)`; an omitted value is the empty value, so `()` has that one. */
  private set(): string[] {
    if (!this.take('(')) throw inRequirement(this.found(" expected: '('"));
    const values: string[] = [];
    let expected = "',', ')' or identifier";
    do {
      const isValue = this.peek().kind === 'word';
      values.push(isValue ? this.word() : '');
      if (isValue) expected = "',' or ')'";
      else if (values.length > 1) expected = "',', or identifier";
    } while (this.take(','));
    if (!this.take(')')) throw inRequirement(this.found(`, expected: ${expected}`));
    return values;
  }

  /** A value, or the empty one at the end of the requirement. */
  private exactValue(): string {
    const { kind, text } = this.peek();
    return kind === 'end' || text === ',' ? '' : this.word();
  }

  private word(): string {
    const token = this.peek();
    if (token.kind !== 'word') throw inRequirement(this.found(', expected: identifier'));
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

  private found(rest: string): string {
    return `found '${this.peek().text}'${rest}`;
  }

  private unexpected(expected: string): LabelSyntaxError {
    return new LabelSyntaxError(this.found(`, expected: ${expected}`));
  }
}

function checked(key: string, operator: LabelOperator, values: readonly string[]): LabelRequirement {
  const requirement = labelRequirement(key, operator, values);
  if (typeof requirement === 'string') throw inRequirement(requirement);
  return requirement;
}
