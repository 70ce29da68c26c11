import { quotedText } from '../field/quoted-text.js';
import { ApiError } from '../status/api-error.js';
import { bodyText } from './body-text.js';
import { JsonReader, JsonSyntaxError } from './json-reader.js';
import { DEFAULT_CODEC_LIMITS, tooDeep, tooManyFields, type CodecLimits } from './limits.js';
import { replaceLoneSurrogates } from './lone-surrogates.js';
import { countFields } from './value-census.js';

/** A decoded body. `duplicateFields` are paths such as `spec.containers[0].name`, at most 100; the last value of each wins. */
export interface DecodedBody {
  readonly value: unknown;
  readonly duplicateFields: string[];
  /** Of YAML: what is said of these instead, with lines, such as `line 9: key "name" already set in map`; the first 100. Undefined of JSON. */
  readonly duplicateKeys?: readonly string[];
  /** Of a value that a patch made: texts about the fields of the patch itself. */
  readonly patchFaults?: readonly string[];
  /** Of a value that a patch made: how errors show it. A value that cannot be decoded is then 422. */
  readonly shownAs?: () => string;
  /** Of a value that a patch made: how errors word why it cannot be decoded. Default: unchanged. */
  readonly explain?: (why: string) => string;
}

/**
 * Decodes a JSON body synchronously: 20 ms of CPU time for a megabyte, 100 ms for 100,000 fields. For request
 * bodies see `decodeJsonSteps`.
 *
 * A scan of the bytes enforces the limits before the native parser runs, and counts the members. The parser keeps
 * one member per name, so fewer members in its result mean duplicates; only then `JsonReader` parses the text
 * to report them. An escaped surrogate without its other half is U+FFFD, as Go decodes it.
 * @throws ApiError BadRequest on an empty body, bad UTF-8, broken JSON and past `limits`.
 */
export function decodeJson(bytes: Uint8Array, limits: CodecLimits = DEFAULT_CODEC_LIMITS): DecodedBody {
  const text = jsonText(bytes);
  return decodeWhole(text, countWritten(bytes, limits), limits);
}

/** Limits for decoding in one step, in bytes, and in members, items and commas: 10 ms of CPU time. */
const ONE_STEP_BYTES = 512 * 1_024;
const ONE_STEP_VALUES = 6_000;
/** Values per further step: at most 3 ms of CPU time, except for a string of megabytes. */
const STEP_VALUES = 1_000;
/** Bytes that are scanned in one step. */
const STEP_BYTES = 128 * 1_024;

/**
 * As `decodeJson`, in steps; the caller yields to the event loop between them. A small body takes one step.
 * No step takes more than 50 ms of CPU time for a body of 3 MiB.
 */
export function* decodeJsonSteps(
  bytes: Uint8Array,
  limits: CodecLimits = DEFAULT_CODEC_LIMITS,
): Generator<undefined, DecodedBody> {
  const small = decodeSmallJson(bytes, limits);
  if (small) return small;
  if (bytes.length > ONE_STEP_BYTES) yield* countWrittenSteps(bytes, limits);
  const text = jsonText(bytes);
  yield;
  const reader = new JsonReader(text, limits);
  try {
    while (!reader.step(STEP_VALUES)) yield;
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw broken(text, error);
    throw error;
  }
  return { value: reader.value, duplicateFields: reader.duplicateFields };
}

/** As `decodeJson`, for a body that needs one step; undefined for a larger one. HOT PATH (bench: create). @throws as `decodeJson`. */
export function decodeSmallJson(
  bytes: Uint8Array,
  limits: CodecLimits = DEFAULT_CODEC_LIMITS,
): DecodedBody | undefined {
  if (bytes.length > ONE_STEP_BYTES) return undefined;
  const written = countWritten(bytes, limits);
  if (written.fields + written.commas > ONE_STEP_VALUES) return undefined;
  return decodeWhole(jsonText(bytes), written, limits);
}

const jsonText = (bytes: Uint8Array): string => bodyText(replaceLoneSurrogates(bytes));

function decodeWhole(text: string, written: Written, limits: CodecLimits): DecodedBody {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // The parser's own message quotes the body, which may hold secrets and would end up in logs.
    if (!(error instanceof SyntaxError)) throw error;
    throw broken(text, syntaxErrorOf(text, limits) ?? error);
  }
  const hasRepeats = countFields(value, limits) !== written.fields;
  return { value, duplicateFields: hasRepeats ? readWhole(text, limits).duplicateFields : [] };
}

function readWhole(text: string, limits: CodecLimits): JsonReader {
  const reader = new JsonReader(text, limits);
  reader.step(Number.POSITIVE_INFINITY);
  return reader;
}

function syntaxErrorOf(text: string, limits: CodecLimits): JsonSyntaxError | undefined {
  try {
    readWhole(text, limits);
    return undefined;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error;
    throw error;
  }
}

/** The message of Go's decoder. */
function broken(text: string, cause: JsonSyntaxError | SyntaxError): ApiError {
  if (!(cause instanceof JsonSyntaxError) || cause.offset >= text.length)
    return ApiError.badRequest('unexpected end of JSON input', cause);
  const char = quotedCharacter(String.fromCodePoint(text.codePointAt(cause.offset)!));
  return ApiError.badRequest(`invalid character ${char} ${cause.where}`, cause);
}

/** As `quotedText`, in single quotes. */
function quotedCharacter(char: string): string {
  if (char === "'") return `'\\''`;
  return char === '"' ? `'"'` : `'${quotedText(char).slice(1, -1)}'`;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** State of the scan. */
interface Written {
  /** Colons outside strings: the members, duplicates included. */
  fields: number;
  /** Commas outside strings. */
  commas: number;
  /** Open objects and arrays. */
  depth: number;
}

function countWritten(bytes: Uint8Array, limits: CodecLimits): Written {
  const written = { fields: 0, commas: 0, depth: 0 };
  scan(bytes, 0, bytes.length, written, limits);
  return written;
}

/** As `countWritten`, in steps. */
function* countWrittenSteps(bytes: Uint8Array, limits: CodecLimits): Generator<undefined, void> {
  const written = { fields: 0, commas: 0, depth: 0 };
  for (let at = 0; at < bytes.length; yield)
    at = scan(bytes, at, Math.min(bytes.length, at + STEP_BYTES), written, limits);
}

/** Bytes of a string before the native search for its end, which costs as much as a call. */
const SHORT_STRING = 32;

/**
 * HOT PATH (bench: create): about one nanosecond per byte, a tenth of that in long strings up to the first quote that they escape. Colons outside
 * strings are members; commas bound list items.
 * @param from outside a string.
 * @returns the offset of the next byte, outside a string: `end`, or later.
 */
function scan(bytes: Uint8Array, from: number, end: number, written: Written, limits: CodecLimits): number {
  const { maxDepth, maxFields } = limits;
  const length = bytes.length;
  let { depth, fields, commas } = written;
  let i = from;
  for (; i < end; i++) {
    switch (bytes[i]) {
      case QUOTE: {
        const searched = Math.min(i + SHORT_STRING, length);
        i = endOfString(bytes, i + 1, searched);
        if (i >= searched) i = endOfLongString(bytes, i);
        break;
      }
      case COLON:
        fields++;
        break;
      case COMMA:
        if (++commas > 2 * maxFields) throw tooManyFields(limits);
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        if (++depth > maxDepth) throw tooDeep(limits);
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth--;
        break;
      default:
        break;
    }
  }
  if (fields > maxFields) throw tooManyFields(limits);
  written.depth = depth;
  written.fields = fields;
  written.commas = commas;
  return i;
}

/**
 * The offset of the quote that ends a string; `end`, or one more, when it is not before that.
 * @param from in the string, not after a backslash.
 */
function endOfString(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  for (; at < end; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) break;
    if (byte === BACKSLASH) at++;
  }
  return at;
}

/** As `endOfString`, up to the end of the bytes. The native search runs once: a call for each escaped quote takes longer than the bytes between them. */
function endOfLongString(bytes: Uint8Array, from: number): number {
  const quote = bytes.indexOf(QUOTE, from);
  if (quote < 0) return bytes.length;
  let escapes = quote;
  while (escapes > from && bytes[escapes - 1] === BACKSLASH) escapes--;
  return (quote - escapes) % 2 === 0 ? quote : endOfString(bytes, quote + 1, bytes.length);
}
