import { ApiError } from '../status/api-error.js';
import { bodyText } from './body-text.js';
import { decodeJson, type DecodedBody } from './json.js';
import { DEFAULT_CODEC_LIMITS, type CodecLimits } from './limits.js';
import { MANIFEST_DIALECT } from './yaml-dialect.js';
import { DEFAULT_YAML_LIMITS, FILE_YAML_LIMITS, type YamlLimits } from './yaml-limits.js';
import { yaml } from './yaml-package.js';
import { brokenYaml, LexemesExceeded, yamlTokens, type TokenRules } from './yaml-tokens.js';
import { yamlValue } from './yaml-value.js';
import { writeYaml, writeYamlPieces } from './yaml-writer.js';

/**
 * Decodes one YAML document (A-382, C-084). Duplicate keys are reported, and the last value wins.
 * A body that is a JSON object is decoded as JSON: apply clients send both under one media type.
 * Takes up to two seconds of CPU time: for request bodies see `decodeSmallYaml`.
 * @throws ApiError BadRequest on an empty body, bad UTF-8, broken YAML, several documents, and past `limits`.
 */
export function decodeYaml(source: Uint8Array | string, limits?: YamlLimits): DecodedBody {
  const bytes = typeof source === 'string' ? Buffer.from(source) : source;
  const json = looksLikeJson(bytes) ? asJson(bytes, limits ?? DEFAULT_CODEC_LIMITS) : undefined;
  return json ?? decodeOne(bytes, limits ?? DEFAULT_YAML_LIMITS);
}

/** Larger texts are never small. */
const SMALL_BYTES = 32 * 1_024;
/** Some 10 ms of CPU time. A manifest of 10 kB written by a program has 2,500. */
const SMALL_YAML_LIMITS: YamlLimits = { ...DEFAULT_YAML_LIMITS, maxLexemes: 3_000 };

/**
 * As `decodeYaml` for a text that is not JSON, when decoding takes at most 20 ms of CPU time.
 * @returns undefined for a larger one, after at most 3,000 lexemes and before composing.
 */
export function decodeSmallYaml(bytes: Uint8Array): DecodedBody | undefined {
  if (bytes.length > SMALL_BYTES) return undefined;
  try {
    return decodeOne(bytes, SMALL_YAML_LIMITS);
  } catch (error) {
    if (error instanceof LexemesExceeded) return undefined;
    throw error;
  }
}

/** Decodes all documents of a file; skips empty ones, such as before a leading `---`. */
export function decodeYamlDocuments(source: Uint8Array | string, limits: YamlLimits = FILE_YAML_LIMITS): DecodedBody[] {
  const text = typeof source === 'string' ? source : source.length === 0 ? '' : bodyText(source);
  return decodeText(text, { limits, several: true });
}

/**
 * Encodes a value so that `decodeYaml` and parsers of YAML 1.1 and 1.2 decode it to the same value: strings that would resolve to
 * another type (`yes`, `1e3`, `1:30`, a date) are quoted (C-084).
 */
export function encodeYaml(value: unknown): string {
  return writeYaml(value);
}

/** As `encodeYaml`, in pieces of a few milliseconds of work. */
export const encodeYamlPieces = (value: unknown): Generator<string> => writeYamlPieces(value);

/** Most characters of the strings of one document: aliases multiply them, and the work of a request is limited by the size of its body. */
const MIN_TEXT_CHARACTERS = 64 * 1_024;
const TEXT_CHARACTERS_PER_BYTE = 4;

function decodeOne(bytes: Uint8Array, limits: YamlLimits): DecodedBody {
  const most = MIN_TEXT_CHARACTERS + TEXT_CHARACTERS_PER_BYTE * bytes.length;
  const bounded = { ...limits, maxTextCharacters: Math.min(limits.maxTextCharacters, most) };
  const [document] = decodeText(bodyText(bytes), { limits: bounded, several: false });
  if (document === undefined) throw ApiError.badRequest('the body of the request is empty: send an object');
  return document;
}

function decodeText(text: string, rules: TokenRules): DecodedBody[] {
  const { Composer, isDocument } = yaml();
  const decoded: DecodedBody[] = [];
  const composer = new Composer(MANIFEST_DIALECT);
  endAtFirstError(composer, text);
  for (const document of composer.compose(yamlTokens(text, rules))) {
    const [problem] = document.errors;
    if (problem !== undefined) throw brokenYaml(problem.message, text, problem.pos[0]);
    if (!isDocument(document) || document.contents === null) continue;
    const body = yamlValue(document, text, rules.limits);
    if (body.value !== null) decoded.push(body);
  }
  return decoded;
}

type ReportError = (
  source: number | readonly [number, number] | { offset: number },
  code: string,
  message: string,
  warning?: boolean,
) => void;

/** The package collects all errors of a document, each with a stack trace: two million of them take 15 seconds. */
function endAtFirstError(composer: import('yaml').Composer, text: string): void {
  let first: ApiError | undefined;
  const report: ReportError = (source, _code, message, warning) => {
    if (warning) return;
    const offset = typeof source === 'number' ? source : 'offset' in source ? source.offset : source[0];
    // The package catches and reports it again at each level.
    throw (first ??= brokenYaml(message, text, offset));
  };
  (composer as unknown as { onError: ReportError }).onError = report;
}

const OPEN_BRACE = 0x7b;
const SPACES: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** Whether a body may be a JSON object: its first character opens one. */
export function looksLikeJson(bytes: Uint8Array): boolean {
  let i = 0;
  while (SPACES.has(bytes[i])) i++;
  return bytes[i] === OPEN_BRACE;
}

/** Undefined when it is not JSON; it may still be YAML (`{a: b}`). */
function asJson(bytes: Uint8Array, limits: CodecLimits): DecodedBody | undefined {
  try {
    return decodeJson(bytes, limits);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
