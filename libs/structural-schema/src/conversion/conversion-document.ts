import {
  ApiError,
  decodeJson,
  decodeSmallYaml,
  fieldError,
  isPlainObject,
  looksLikeJson,
  type DecodedBody,
  type FieldError,
  type FieldPath,
} from '@orch/apimachinery';
import { EACH, readVersionPath, type VersionPath } from './version-path.js';

/** What becomes of one field: it has a place in both versions (`from`, `to`), or in one of them. */
export interface FieldRule {
  readonly from: VersionPath | undefined;
  readonly to: VersionPath | undefined;
  /** Expression for the value of `to`. Variables: `self`, the value of `from`; `object`, the object in the first version. */
  readonly convert: string | undefined;
  /** Expression for the value of `from`; the same in the other direction. */
  readonly revert: string | undefined;
  /** Texts of `from` and what they are in `to`; others stay as they are. */
  readonly values: ReadonlyMap<string, string> | undefined;
  /** Value of `to` where `from` is absent; of the only place of a field that has no other. Default: none. */
  readonly default: unknown;
}

/** Rules between two versions, in both directions. */
export interface VersionPair {
  readonly from: string;
  readonly to: string;
  readonly fields: readonly FieldRule[];
}

/** How the objects of a definition are converted between its versions. */
export interface ConversionDocument {
  readonly conversions: readonly VersionPair[];
}

/** Longest document. Compiling its expressions, or reading it, takes some 10 ms. Unit: bytes. */
export const MAX_DOCUMENT_BYTES = 16 * 1_024;
const JSON_LIMITS = { maxDepth: 64, maxFields: 4_000 };
const MAX_PAIRS = 32;
const MAX_FIELDS = 128;
const MAX_VALUES = 64;
const MAX_EXPRESSION = 1_024;

const VERSION = /^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Reads a document, as YAML or JSON. @param at path of errors. @returns the errors, if there are any. */
export function readConversionDocument(text: string, at: FieldPath): ConversionDocument | readonly FieldError[] {
  const value = decoded(text, at);
  if (Array.isArray(value)) return value as readonly FieldError[];
  const reader = new Reader();
  const document = reader.document(value, at);
  return reader.errors.length > 0 ? reader.errors : document;
}

function decoded(text: string, at: FieldPath): unknown {
  const bytes = Buffer.from(text);
  if (bytes.length > MAX_DOCUMENT_BYTES) return [fieldError.tooLong(at, MAX_DOCUMENT_BYTES)];
  try {
    const body = jsonIn(bytes) ?? decodeSmallYaml(bytes);
    if (!body) return [fieldError.invalidUnseen(at, 'has too many lines for YAML: write it as JSON')];
    const [duplicate] = body.duplicateFields;
    if (duplicate !== undefined) return [fieldError.invalidUnseen(at, `has the field ${duplicate} twice`)];
    // A list is not a document, and would be taken for errors.
    return Array.isArray(body.value) ? [notAnObject(at)] : body.value;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [fieldError.invalidUnseen(at, `is neither YAML nor JSON: ${error.message}`)];
  }
}

/** Undefined where it is not JSON: YAML may begin with the same character. */
function jsonIn(bytes: Buffer): DecodedBody | undefined {
  if (!looksLikeJson(bytes)) return undefined;
  try {
    return decodeJson(bytes, JSON_LIMITS);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return undefined;
  }
}

const notAnObject = (at: FieldPath): FieldError =>
  fieldError.invalidUnseen(at, 'must be an object with the field conversions');

type Json = Readonly<Record<string, unknown>>;

class Reader {
  readonly errors: FieldError[] = [];

  document(value: unknown, at: FieldPath): ConversionDocument {
    if (!isPlainObject(value)) {
      this.errors.push(notAnObject(at));
      return { conversions: [] };
    }
    this.known(value, at, ['conversions']);
    const conversions = this.list(value, 'conversions', at, MAX_PAIRS);
    return { conversions: conversions.map((one, index) => this.pair(one, at.child('conversions').index(index))) };
  }

  private pair(value: unknown, at: FieldPath): VersionPair {
    if (!isPlainObject(value)) {
      this.errors.push(fieldError.invalidUnseen(at, 'must be an object with the fields from, to and fields'));
      return { from: '', to: '', fields: [] };
    }
    this.known(value, at, ['from', 'to', 'fields']);
    const fields = value['fields'] === undefined ? [] : this.list(value, 'fields', at, MAX_FIELDS);
    return {
      from: this.version(value, 'from', at),
      to: this.version(value, 'to', at),
      fields: fields.map((one, index) => this.field(one, at.child('fields').index(index))),
    };
  }

  private field(value: unknown, at: FieldPath): FieldRule {
    const none = { from: undefined, to: undefined, convert: undefined, revert: undefined, values: undefined };
    if (!isPlainObject(value)) {
      this.errors.push(fieldError.invalidUnseen(at, 'must be an object with the field from, to or both'));
      return { ...none, default: undefined };
    }
    this.known(value, at, ['from', 'to', 'convert', 'revert', 'values', 'default']);
    const rule: FieldRule = {
      from: this.path(value, 'from', at),
      to: this.path(value, 'to', at),
      convert: this.text(value, 'convert', at, MAX_EXPRESSION),
      revert: this.text(value, 'revert', at, MAX_EXPRESSION),
      values: this.values(value['values'], at.child('values')),
      default: value['default'] ?? undefined,
    };
    this.combination(value, rule, at);
    return rule;
  }

  /** What may be together. */
  private combination(value: Json, rule: FieldRule, at: FieldPath): void {
    const { from, to, convert, revert, values } = rule;
    const [hasFrom, hasTo] = [value['from'] !== undefined, value['to'] !== undefined];
    const refuse = (name: string, why: string): void =>
      void this.errors.push(fieldError.forbidden(at.child(name), why));
    if (!hasFrom && !hasTo) {
      this.errors.push(fieldError.required(at.child('from'), 'set from, to or both'));
      return;
    }
    if (values && (convert !== undefined || revert !== undefined))
      refuse('values', 'must not be set with convert or revert');
    if (hasFrom && hasTo) {
      if ((convert === undefined) !== (revert === undefined))
        this.errors.push(
          fieldError.required(
            at.child(convert === undefined ? 'convert' : 'revert'),
            'both directions need an expression',
          ),
        );
      return;
    }
    if (values) refuse('values', 'needs from and to');
    const [only, expression, other] = hasFrom ? [from, revert, 'convert'] : [to, convert, 'revert'];
    if (value[other] !== undefined) refuse(other, `needs ${hasFrom ? 'to' : 'from'}, which it would set`);
    if (expression !== undefined && rule.default !== undefined)
      refuse('default', 'must not be set with an expression, which can give it');
    if (expression !== undefined && only?.steps.includes(EACH))
      refuse(
        hasFrom ? 'revert' : 'convert',
        'must not set a field of each item: give an expression for the whole list',
      );
  }

  private known(value: Json, at: FieldPath, names: readonly string[]): void {
    for (const name of Object.keys(value)) {
      if (!names.includes(name))
        this.errors.push(fieldError.forbidden(at.child(name), `unknown field: the fields are ${names.join(', ')}`));
    }
  }

  private list(value: Json, name: string, at: FieldPath, limit: number): readonly unknown[] {
    const list = value[name];
    if (!Array.isArray(list)) {
      this.errors.push(fieldError.required(at.child(name), 'must be a list'));
      return [];
    }
    if (list.length <= limit) return list;
    this.errors.push(fieldError.tooMany(at.child(name), list.length, limit));
    return [];
  }

  private version(value: Json, name: string, at: FieldPath): string {
    const version = value[name];
    if (typeof version === 'string' && VERSION.test(version)) return version;
    this.errors.push(fieldError.required(at.child(name), 'must be the name of a version'));
    return '';
  }

  private path(value: Json, name: string, at: FieldPath): VersionPath | undefined {
    const text = this.text(value, name, at, Infinity);
    if (text === undefined) return undefined;
    const path = readVersionPath(text);
    if (typeof path !== 'string') return path;
    this.errors.push(fieldError.invalid(at.child(name), text, path));
    return undefined;
  }

  private text(value: Json, name: string, at: FieldPath, limit: number): string | undefined {
    const text = value[name];
    if (text === undefined) return undefined;
    if (typeof text !== 'string' || text.trim() === '')
      this.errors.push(fieldError.invalid(at.child(name), text, 'must be a text'));
    else if (text.length > limit) this.errors.push(fieldError.tooLong(at.child(name), limit));
    else return text;
    return undefined;
  }

  private values(value: unknown, at: FieldPath): ReadonlyMap<string, string> | undefined {
    if (value === undefined) return undefined;
    if (!isPlainObject(value) || Object.values(value).some((text) => typeof text !== 'string')) {
      this.errors.push(fieldError.invalidUnseen(at, 'must map texts to texts; use expressions for other types'));
      return undefined;
    }
    const values = new Map(Object.entries(value as Readonly<Record<string, string>>));
    if (values.size > MAX_VALUES) this.errors.push(fieldError.tooMany(at, values.size, MAX_VALUES));
    const seen = new Set<string>();
    for (const [key, text] of values) {
      if (seen.has(text))
        this.errors.push(fieldError.invalid(at.key(key), text, 'is given for two values: the way back is not known'));
      seen.add(text);
    }
    return values;
  }
}
