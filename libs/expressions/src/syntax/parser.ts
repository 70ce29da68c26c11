import { Uint } from '../values/values.js';
import type { Expression, ListLiteral, MapEntry, StructField } from './expression.js';
import { NOWHERE, type Issue } from './issues.js';
import { fail, SyntaxIssue, tokensOf, type Token } from './lexer.js';
import type { Macros } from './macros.js';

export interface ParserOptions {
  readonly macros: Macros;
  /** Whether `a.?b`, `a[?b]`, `[?a]` and `{?k: v}` are allowed. */
  readonly optionalSyntax: boolean;
}

/** Longest accepted expression, in characters. */
const MAX_CHARACTERS = 100_000;
/** Nested sub-expressions. The reference counts grammar rules, of which some nine make one level. */
const MAX_DEPTH = 250;
/**
 * Levels of operators, selections and methods, before macros: with `MAX_DEPTH` it bounds the recursion of the checker, the estimator and the
 * evaluator. The reference counts literals and calls of functions by `MAX_DEPTH` only.
 */
const MAX_LEVELS = 250;

const RESERVED: ReadonlySet<string> = new Set(
  'as break const continue else for function if import let loop package namespace return var void while'.split(' '),
);
/** Tokens that messages name, in the order of the grammar. */
const NAMED_TOKENS = ['[', ']', '{', '}', '(', ')', '.', ',', '-', '!', '?'];
const STARTS: ReadonlySet<string> = new Set(['[', '{', '(', '.', '-', '!']);
const FIELD_NAME = '{IDENTIFIER, ESC_IDENTIFIER}';
const LITERALS: ReadonlySet<string> = new Set(['int', 'uint', 'float', 'string', 'bytes']);
const RELATIONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', 'in']);
const KEYWORDS: ReadonlySet<string> = new Set(['in', 'true', 'false', 'null']);
const MAX_INT = 2n ** 63n - 1n;
const MAX_UINT = 2n ** 64n - 1n;

/** Parses an expression and expands its macros. Reports unknown characters and the first other problem. Yields once: before it parses the tokens. */
export function* parseExpression(
  source: string,
  options: ParserOptions,
): Generator<undefined, { root: Expression } | { issues: readonly Issue[] }> {
  const issues: Issue[] = [];
  try {
    const length = source.length > MAX_CHARACTERS ? [...source].length : 0;
    if (length > MAX_CHARACTERS)
      throw fail(0, `expression code point size exceeds limit: size: ${length}, limit ${MAX_CHARACTERS}`);
    const tokens = tokensOf(source, issues);
    yield;
    const root = new Parser(tokens, options, source).parse();
    return issues.length === 0 ? { root } : { issues };
  } catch (error) {
    if (error instanceof SyntaxIssue) return { issues: [...issues, error.issue] };
    throw error;
  }
}

class Parser {
  private index = 0;
  private depth = 0;
  /** Levels of the tree of the expression that was read last. */
  private levels = 0;
  /** What may stand at the token `index` instead of an expression. */
  private alternatives: { readonly index: number; readonly tokens: readonly string[] } = { index: -1, tokens: [] };

  constructor(
    private readonly tokens: readonly Token[],
    private readonly options: ParserOptions,
    private readonly source: string,
  ) {}

  parse(): Expression {
    const root = this.expression();
    if (this.token.type !== 'end') throw this.unexpected('<EOF>');
    return root;
  }

  /** A node above parts of which the deepest has that many levels. */
  private above(levels: number): void {
    this.levels = levels + 1;
    if (this.levels > MAX_LEVELS) throw fail(NOWHERE, 'max recursion depth exceeded');
  }

  private get token(): Token {
    return this.tokens[this.index] as Token;
  }

  private next(): Token {
    const token = this.token;
    if (token.type !== 'end') this.index++;
    return token;
  }

  private is(text: string): boolean {
    const { type, text: found } = this.token;
    return found === text && (type === 'punctuation' || (type === 'ident' && KEYWORDS.has(text)));
  }

  private accept(text: string): Token | undefined {
    return this.is(text) ? this.next() : undefined;
  }

  private expect(text: string): Token {
    const token = this.accept(text);
    if (token) return token;
    const { type, pos, text: found } = this.token;
    if (type === 'end' && (text === ')' || text === ']')) throw missing(pos, text);
    throw fail(pos, `Syntax error: mismatched input '${found}' expecting '${text}'`);
  }

  /** The end of a list, map or object, after an element or, with `comma`, after a comma. */
  private close(text: ']' | '}', comma: boolean): void {
    if (this.accept(text)) return;
    const { type, pos } = this.token;
    if (type === 'end' && comma) throw missing(pos, text);
    const after = this.tokens[this.index + 1];
    const isExtra = after?.type === 'punctuation' && (after.text === text || (!comma && after.text === ','));
    throw this.unexpected(comma ? `'${text}'` : `{'${text}', ','}`, isExtra);
  }

  private unexpected(expected: string, isExtra = expected === '<EOF>'): SyntaxIssue {
    const word = isExtra ? 'extraneous' : 'mismatched';
    return fail(this.token.pos, `Syntax error: ${word} input '${this.token.text}' expecting ${expected}`);
  }

  /** No expression starts at the current token. */
  private noStart(): SyntaxIssue {
    const { index, tokens } = this.alternatives;
    const named = NAMED_TOKENS.filter((text) => STARTS.has(text) || (index === this.index && tokens.includes(text)));
    const punctuation = named.map((text) => `'${text}'`).join(', ');
    return this.unexpected(
      `{${punctuation}, 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}`,
    );
  }

  private get isStart(): boolean {
    const { type, text } = this.token;
    if (type === 'punctuation') return STARTS.has(text) || text === '?';
    return LITERALS.has(type) || (type === 'ident' && text !== 'in');
  }

  /** The next element must start here, or one of `tokens` stand here, which the caller looked for. */
  private orElse(...tokens: readonly string[]): void {
    this.alternatives = { index: this.index, tokens };
  }

  private expression(): Expression {
    if (++this.depth > MAX_DEPTH) throw fail(NOWHERE, `expression recursion limit exceeded: ${MAX_DEPTH}`);
    const condition = this.logical('||');
    const question = this.accept('?');
    let result = condition;
    if (question) {
      let below = this.levels;
      const first = this.logical('||');
      below = Math.max(below, this.levels);
      this.expect(':');
      result = call('_?_:_', question.pos, [condition, first, this.expression()]);
      this.above(Math.max(below, this.levels));
    }
    this.depth--;
    return result;
  }

  private logical(operator: '||' | '&&'): Expression {
    const term = (): Expression => (operator === '||' ? this.logical('&&') : this.relation());
    const first = term();
    if (!this.is(operator)) return first;
    const terms = [first];
    const positions: number[] = [];
    let below = this.levels;
    for (let token = this.accept(operator); token; token = this.accept(operator)) {
      positions.push(token.pos);
      terms.push(term());
      below = Math.max(below, this.levels);
    }
    this.above(below + Math.ceil(Math.log2(terms.length)) - 1);
    return balanced(`_${operator}_`, terms, positions);
  }

  private relation(): Expression {
    return this.chain(
      (token) => RELATIONS.has(token.text),
      () => this.sum(),
    );
  }

  private sum(): Expression {
    return this.chain(
      ({ text }) => text === '+' || text === '-',
      () => this.product(),
    );
  }

  private product(): Expression {
    return this.chain(
      ({ text }) => text === '*' || text === '/' || text === '%',
      () => this.unary(),
    );
  }

  private chain(isOperator: (token: Token) => boolean, operand: () => Expression): Expression {
    let left = operand();
    while (this.is(this.token.text) && isOperator(this.token)) {
      const { text, pos } = this.next();
      const below = this.levels;
      left = call(text === 'in' ? '@in' : `_${text}_`, pos, [left, operand()]);
      this.above(Math.max(below, this.levels));
    }
    return left;
  }

  private unary(): Expression {
    const first = this.token;
    if (!this.is('!') && !this.is('-')) return this.member();
    const negates = this.is('-');
    let count = 0;
    while (this.accept(first.text)) count++;
    if (this.is('!') || this.is('-')) throw this.noStart();
    const { type, text } = this.token;
    if (negates && count === 1 && (type === 'int' || type === 'float')) {
      this.next();
      this.levels = 0;
      return this.members(number({ type, text: `-${text}`, pos: first.pos }));
    }
    const operand = this.member();
    return count % 2 === 0 ? operand : call(negates ? '-_' : '!_', first.pos, [operand]);
  }

  private member(): Expression {
    return this.members(this.primary());
  }

  private members(first: Expression): Expression {
    let left = first;
    for (;;) {
      const below = this.levels;
      const dot = this.accept('.');
      if (dot) left = this.selection(left, dot);
      else if (this.is('[')) left = this.indexing(left);
      else return left;
      this.above(Math.max(below, this.levels));
    }
  }

  private selection(operand: Expression, dot: Token): Expression {
    const optional = this.accept('?');
    if (optional && !this.options.optionalSyntax) throw fail(dot.pos, "unsupported syntax '.?'");
    const name = this.token;
    if ((name.type !== 'ident' && name.type !== 'quoted') || KEYWORDS.has(name.text))
      throw fail(
        name.pos,
        `Syntax error: no viable alternative at input '.${this.source.slice(dot.pos + 1, name.pos)}${name.type === 'end' ? '' : name.text}'`,
      );
    this.next();
    const field = name.type === 'quoted' ? name.text.slice(1, -1) : name.text;
    if (optional) return call('_?._', dot.pos, [operand, { kind: 'literal', pos: name.pos, value: field }]);
    const open = name.type === 'ident' ? this.accept('(') : undefined;
    if (!open) return { kind: 'select', pos: dot.pos, operand, field, test: false };
    const args = this.arguments();
    return this.expanded(name.text, open.pos, operand, args);
  }

  private indexing(operand: Expression): Expression {
    const { pos } = this.next();
    this.orElse('?');
    const optional = this.accept('?');
    if (optional && !this.options.optionalSyntax) throw fail(pos, "unsupported syntax '[?'");
    const index = this.expression();
    this.expect(']');
    return call(optional ? '_[?_]' : '_[_]', pos, [operand, index]);
  }

  private expanded(name: string, pos: number, target: Expression | undefined, args: readonly Expression[]): Expression {
    const macro = this.options.macros.get(`${name}:${args.length}:${target ? 'receiver' : 'global'}`);
    const expansion = macro?.({ pos, target: target as Expression, args });
    return expansion ?? { kind: 'call', pos, name, target, args };
  }

  private arguments(): readonly Expression[] {
    const args: Expression[] = [];
    let below = 0;
    if (!this.accept(')')) {
      this.orElse(')');
      do {
        args.push(this.expression());
        below = Math.max(below, this.levels);
      } while (this.accept(','));
      this.expect(')');
    }
    this.levels = below;
    return args;
  }

  private primary(): Expression {
    this.levels = 0;
    const token = this.token;
    const { type, text, pos } = token;
    if (type === 'string' || type === 'bytes') return { kind: 'literal', pos: this.next().pos, value: token.value };
    if (type === 'int' || type === 'uint' || type === 'float') return number(this.next());
    if (this.accept('true')) return { kind: 'literal', pos, value: true };
    if (this.accept('false')) return { kind: 'literal', pos, value: false };
    if (this.accept('null')) return { kind: 'literal', pos, value: null };
    if (this.is('[')) return this.list();
    if (this.is('{')) return this.map();
    if (this.accept('(')) {
      const inner = this.expression();
      this.expect(')');
      return inner;
    }
    if (type === 'ident' && !KEYWORDS.has(text)) return this.named('');
    if (this.is('.')) {
      this.next();
      if (this.token.type === 'ident' && !KEYWORDS.has(this.token.text)) return this.named('.');
    }
    throw this.noStart();
  }

  /** A variable, the call of a function or an object literal. */
  private named(prefix: string): Expression {
    const { text, pos } = this.next();
    if (RESERVED.has(text)) throw fail(pos, `reserved identifier: ${text}`);
    const open = this.accept('(');
    if (open) return this.expanded(prefix + text, open.pos, undefined, this.arguments());
    const struct = this.structName(text);
    if (struct !== undefined) return this.struct(struct);
    return { kind: 'ident', pos, name: prefix + text };
  }

  /** Consumes and returns the name of an object literal, `a.b.C{...}`. */
  private structName(first: string): string | undefined {
    let name = first;
    let ahead = this.index;
    while (this.tokens[ahead]?.text === '.' && this.tokens[ahead + 1]?.type === 'ident') {
      name += `.${this.tokens[ahead + 1]?.text}`;
      ahead += 2;
    }
    if (this.tokens[ahead]?.text !== '{' || this.tokens[ahead]?.type !== 'punctuation') return undefined;
    this.index = ahead;
    return name;
  }

  private struct(typeName: string): Expression {
    const { pos } = this.expect('{');
    const fields: StructField[] = [];
    let below = 0;
    let comma = this.accept(',') !== undefined;
    while (!this.is('}') && !comma) {
      const optional = this.optionalMark();
      const name = this.token;
      if (name.type !== 'ident' && name.type !== 'quoted')
        throw this.unexpected(
          optional || fields.length > 0 ? FIELD_NAME : `{'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}`,
        );
      this.next();
      const colon = this.expect(':');
      fields.push({
        pos: colon.pos,
        name: name.type === 'quoted' ? name.text.slice(1, -1) : name.text,
        value: this.expression(),
        optional,
      });
      below = Math.max(below, this.levels);
      if (!this.accept(',')) break;
      comma = this.token.type !== 'ident' && this.token.type !== 'quoted' && !this.is('?');
    }
    this.close('}', comma);
    this.levels = below;
    return { kind: 'struct', pos, typeName, fields };
  }

  private optionalMark(): boolean {
    const mark = this.accept('?');
    if (mark && !this.options.optionalSyntax) throw fail(mark.pos, "unsupported syntax '?'");
    return mark !== undefined;
  }

  private list(): ListLiteral {
    const { pos } = this.next();
    const elements: Expression[] = [];
    const optional = new Set<number>();
    let below = 0;
    this.orElse(']', ',', '?');
    let comma = this.accept(',') !== undefined;
    while (!this.is(']') && !comma) {
      if (this.optionalMark()) optional.add(elements.length);
      elements.push(this.expression());
      below = Math.max(below, this.levels);
      if (!this.accept(',')) break;
      comma = !this.isStart;
    }
    this.close(']', comma);
    this.levels = below;
    return { kind: 'list', pos, elements, optional };
  }

  private map(): Expression {
    const { pos } = this.next();
    const entries: MapEntry[] = [];
    let below = 0;
    this.orElse('}', ',', '?');
    let comma = this.accept(',') !== undefined;
    while (!this.is('}') && !comma) {
      const optional = this.optionalMark();
      const key = this.expression();
      below = Math.max(below, this.levels);
      const colon = this.expect(':');
      entries.push({ pos: colon.pos, key, value: this.expression(), optional });
      below = Math.max(below, this.levels);
      if (!this.accept(',')) break;
      comma = !this.isStart;
    }
    this.close('}', comma);
    this.levels = below;
    return { kind: 'map', pos, entries };
  }
}

const missing = (pos: number, text: string): SyntaxIssue => fail(pos, `Syntax error: missing '${text}' at '<EOF>'`);

const call = (name: string, pos: number, args: readonly Expression[]): Expression => ({
  kind: 'call',
  pos,
  name,
  target: undefined,
  args,
});

/** Logical operators associate, so long chains become a balanced tree. */
function balanced(name: string, terms: readonly Expression[], positions: readonly number[]): Expression {
  const build = (low: number, high: number): Expression => {
    if (low === high) return terms[low] as Expression;
    const middle = Math.floor((low + high - 1) / 2);
    return call(name, positions[middle] as number, [build(low, middle), build(middle + 1, high)]);
  };
  return build(0, terms.length - 1);
}

function number({ type, text, pos }: Pick<Token, 'type' | 'text' | 'pos'>): Expression {
  if (type === 'float') {
    const value = Number(text);
    if (!Number.isFinite(value)) throw fail(pos, 'invalid double literal');
    return { kind: 'literal', pos, value };
  }
  if (type === 'uint') {
    const value = BigInt(text.slice(0, -1));
    if (value > MAX_UINT) throw fail(pos, 'invalid uint literal');
    return { kind: 'literal', pos, value: new Uint(value) };
  }
  const negative = text.startsWith('-');
  const size = BigInt(negative ? text.slice(1) : text);
  if (size > (negative ? MAX_INT + 1n : MAX_INT)) throw fail(pos, 'invalid int literal');
  return { kind: 'literal', pos, value: negative ? -size : size };
}
