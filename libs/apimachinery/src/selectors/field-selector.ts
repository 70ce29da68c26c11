import { ApiError } from '../status/api-error.js';
import { MAX_REQUIREMENTS } from './max-requirements.js';

/** Longer selectors are refused without parsing. Unit: characters. */
const MAX_SELECTOR_LENGTH = 65_536;

/** Maximum length of quoted client input in errors. */
const MAX_QUOTED_LENGTH = 256;

/** Fields of every kind. A kind with selectable fields of its own has `metadata.namespace` only when it is namespaced. */
const METADATA_FIELDS: readonly string[] = ['metadata.name', 'metadata.namespace'];

/** The fields that select objects of one kind. */
export class FieldLabels {
  /** Of a kind without selectable fields of its own. */
  static readonly metadata = new FieldLabels(new Set(METADATA_FIELDS), false);

  private constructor(
    private readonly names: ReadonlySet<string>,
    private readonly declared: boolean,
  ) {}

  /** Of a kind that declares `fields` in addition to those of its metadata. */
  static declared(fields: readonly string[], namespaced: boolean): FieldLabels {
    return new FieldLabels(new Set([...METADATA_FIELDS.slice(0, namespaced ? 2 : 1), ...fields]), true);
  }

  has(field: string): boolean {
    return this.names.has(field);
  }

  /** Message for a field that it does not have. */
  refusal(field: string): string {
    if (this.declared) return `field label not supported: ${quoted(field)}`;
    const known = METADATA_FIELDS.map((name) => JSON.stringify(name)).join(', ');
    return `${JSON.stringify(quoted(field))} is not a known field selector: only ${known}`;
  }
}

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

  /** @throws ApiError BadRequest for the first field that `labels` lacks (C-286). */
  assertSupported(labels: FieldLabels): void {
    for (const { field } of this.requirements) {
      if (!labels.has(field)) throw ApiError.badRequest(labels.refusal(field));
    }
  }

  /** A selector text that parses to an equal selector. */
  toString(): string {
    return this.requirements.map(({ field, operator, value }) => field + operator + escaped(value)).join(',');
  }
}

/**
 * Parses the query parameter `fieldSelector`: `f=v`, `f==v`, `f!=v`, separated by commas; in values `\\`, `\,` and `\=`
 * escape the character; there are no sets (C-282). The empty text matches everything. A term without field and value
 * (`=`) is ignored. Requirements are in the order of their texts.
 * @throws ApiError BadRequest `invalid field selector: ...` or `invalid selector: ...`.
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
  const requirements = terms.sort().map((term) => readTerm(term, text));
  return new FieldSelector(requirements.filter(({ field, value }) => field !== '' || value !== ''));
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

function readTerm(term: string, text: string): FieldRequirement {
  const equals = term.indexOf('=');
  if (equals < 0) {
    throw ApiError.badRequest(`invalid selector: '${quoted(text)}'; can't understand '${quoted(term)}'`);
  }
  const negated = term[equals - 1] === '!';
  const doubled = !negated && term[equals + 1] === '=';
  return {
    field: term.slice(0, negated ? equals - 1 : equals),
    operator: negated ? '!=' : '=',
    value: unescaped(term.slice(equals + (doubled ? 2 : 1))),
  };
}

function unescaped(raw: string): string {
  let value = '';
  for (let at = 0; at < raw.length; at++) {
    const char = raw[at]!;
    if (char === '=') throw invalid(`unescaped character in value: ${char.charCodeAt(0)}`);
    if (char !== '\\') {
      value += char;
      continue;
    }
    const next = raw[++at] ?? '';
    if (next !== '\\' && next !== ',' && next !== '=') throw invalid(`invalid escape sequence: \\${next}`);
    value += next;
  }
  return value;
}

const NEEDS_ESCAPE = /[\\,=]/g;
const escaped = (value: string): string => value.replace(NEEDS_ESCAPE, '\\$&');

const quoted = (text: string): string =>
  text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}...` : text;

const invalid = (why: string): ApiError => ApiError.badRequest(`invalid field selector: ${why}`);
