import { ApiError } from '../status/api-error.js';
import { MAX_REQUIREMENTS } from './max-requirements.js';

/** Longer selectors are refused without parsing. Unit: characters. */
const MAX_SELECTOR_LENGTH = 65_536;

/** Maximum length of quoted client input in errors. */
const MAX_QUOTED_LENGTH = 256;

/** One condition on one field, written as in `metadata.name=x`; `==` is read as `=`. */
export interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/** Selects objects by fields that their kind declares: all requirements must hold. Immutable. */
export class FieldSelector {
  /** Matches every object. */
  static readonly everything = new FieldSelector([]);

  constructor(readonly requirements: readonly FieldRequirement[]) {}

  /** True when every object matches. */
  get isEmpty(): boolean {
    return this.requirements.length === 0;
  }

  /** @param get returns the value of a field, empty when absent. Called only for fields of this selector. */
  matches(get: (field: string) => string): boolean {
    // HOT PATH (bench: watch-fan-out, list): called for each object and watcher. No allocation.
    for (const { field, operator, value } of this.requirements) {
      if ((get(field) === value) !== (operator === '=')) return false;
    }
    return true;
  }

  /** The value that `field` must equal, for index lookups; undefined without an `=` requirement. */
  valueOf(field: string): string | undefined {
    return this.requirements.find((r) => r.field === field && r.operator === '=')?.value;
  }

  /** @throws ApiError BadRequest `field label not supported: X` for the first field that `fields` lacks (C-286). */
  assertSupported(fields: ReadonlySet<string>): void {
    for (const { field } of this.requirements) {
      if (!fields.has(field)) throw ApiError.badRequest(`field label not supported: ${quoted(field)}`);
    }
  }

  /** A selector text that parses to an equal selector. */
  toString(): string {
    return this.requirements.map(({ field, operator, value }) => field + operator + escaped(value)).join(',');
  }
}

/**
 * Parses the query parameter `fieldSelector`: `f=v`, `f==v`, `f!=v`, separated by commas; in values `\\`, `\,` and `\=`
 * escape the character; there are no sets (C-282). The empty text matches everything.
 * @throws ApiError BadRequest `invalid field selector ...`.
 */
export function parseFieldSelector(text: string): FieldSelector {
  if (text === '') return FieldSelector.everything;
  if (text.length > MAX_SELECTOR_LENGTH) {
    throw ApiError.badRequest(`invalid field selector: longer than ${MAX_SELECTOR_LENGTH} characters`);
  }
  const terms = splitTerms(text).filter((term) => term !== '');
  if (terms.length > MAX_REQUIREMENTS) {
    throw ApiError.badRequest(`invalid field selector: more than ${MAX_REQUIREMENTS} requirements`);
  }
  return new FieldSelector(terms.map(readTerm));
}

/** Splits at unescaped commas. */
function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === ',') {
      terms.push(text.slice(start, at));
      start = at + 1;
    }
  }
  terms.push(text.slice(start));
  return terms;
}

function readTerm(term: string): FieldRequirement {
  const equals = firstEquals(term);
  if (equals < 0) throw malformed(term, 'expected field=value or field!=value');
  const negated = equals > 0 && term[equals - 1] === '!';
  const field = term.slice(0, negated ? equals - 1 : equals);
  if (field === '') throw malformed(term, 'the name of the field is missing');
  const doubled = !negated && term[equals + 1] === '=';
  return {
    field,
    operator: negated ? '!=' : '=',
    value: unescaped(term.slice(equals + (doubled ? 2 : 1)), term),
  };
}

function firstEquals(term: string): number {
  for (let at = 0; at < term.length; at++) {
    if (term[at] === '\\') at++;
    else if (term[at] === '=') return at;
  }
  return -1;
}

function unescaped(raw: string, term: string): string {
  let value = '';
  for (let at = 0; at < raw.length; at++) {
    const char = raw[at]!;
    if (char === '=') throw malformed(term, 'write = inside a value as \\=');
    if (char !== '\\') {
      value += char;
      continue;
    }
    const next = raw[++at];
    if (next !== '\\' && next !== ',' && next !== '=') throw malformed(term, 'only \\\\, \\, and \\= are escapes');
    value += next;
  }
  return value;
}

const NEEDS_ESCAPE = /[\\,=]/g;
const escaped = (value: string): string => value.replace(NEEDS_ESCAPE, '\\$&');

const quoted = (text: string): string =>
  text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}...` : text;

const malformed = (term: string, why: string): ApiError =>
  ApiError.badRequest(`invalid field selector ${JSON.stringify(quoted(term))}: ${why}`);
