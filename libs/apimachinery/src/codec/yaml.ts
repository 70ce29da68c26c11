import { ApiError } from '../status/api-error.js';
import { bodyText } from './body-text.js';
import { decodeJson, type DecodedBody } from './json.js';
import { DEFAULT_CODEC_LIMITS, tooDeep, tooManyFields, type CodecLimits } from './limits.js';
import { countFields } from './value-census.js';
import { MANIFEST_DIALECT } from './yaml-dialect.js';
import { yaml } from './yaml-package.js';
import { yamlRepeats } from './yaml-repeats.js';
import { writeYaml } from './yaml-writer.js';

/**
 * As for JSON, but 20,000 fields: reading one from YAML costs some fifteen times as much, and this many already hold up
 * other requests for a tenth of a second.
 */
export const DEFAULT_YAML_LIMITS: CodecLimits = { maxDepth: 512, maxFields: 20_000 };

/** A text may use this many aliases (the package looks through the whole document for each), of one anchor 100. */
const MAX_ALIASES = 200;

/**
 * Reads one YAML document (A-382, C-084). Repeated keys are reported, and the last value stands.
 * A body that begins as a JSON object is read as JSON when it is JSON: clients that apply send both under one type.
 * @throws ApiError BadRequest on an empty body, bad UTF-8, broken YAML, several documents, and past `limits`.
 */
export function decodeYaml(source: Uint8Array | string, limits?: CodecLimits): DecodedBody {
  const bytes = typeof source === 'string' ? Buffer.from(source) : source;
  const json = looksLikeJson(bytes) ? asJson(bytes, limits ?? DEFAULT_CODEC_LIMITS) : undefined;
  if (json !== undefined) return json;
  const documents = decodeText(bodyText(bytes), limits ?? DEFAULT_YAML_LIMITS);
  if (documents.length === 0) throw ApiError.badRequest('the body of the request is empty: send an object');
  if (documents.length > 1) throw ApiError.badRequest('the body of the request has several YAML documents: send one');
  return documents[0]!;
}

/** Reads all documents of a stream; empty ones, such as before a leading `---`, are left out. */
export function decodeYamlDocuments(
  source: Uint8Array | string,
  limits: CodecLimits = DEFAULT_YAML_LIMITS,
): DecodedBody[] {
  const text = typeof source === 'string' ? source : source.length === 0 ? '' : bodyText(source);
  return decodeText(text, limits);
}

/**
 * Writes a value so that `decodeYaml` gives it back, and readers of plain YAML 1.1 and 1.2 as well: texts that would read as
 * something else (`yes`, `1e3`, `1:30`, a date) are quoted (C-084).
 */
export function encodeYaml(value: unknown): string {
  return writeYaml(value);
}

function decodeText(text: string, limits: CodecLimits): DecodedBody[] {
  const { Composer, isDocument } = yaml();
  const decoded: DecodedBody[] = [];
  for (const document of new Composer(MANIFEST_DIALECT).compose(boundedTokens(text, limits))) {
    const [problem] = document.errors;
    if (problem !== undefined) throw broken(problem, ` (line ${lineAt(text, problem.pos[0])})`);
    if (!isDocument(document) || document.contents === null) continue;
    const value = toPlain(document, limits);
    if (value === null) continue;
    decoded.push({ value, duplicateFields: yamlRepeats(yaml(), document) });
  }
  return decoded;
}

/**
 * Breaks a text into tokens, looking at each as it comes: the composer recurses over what it is given, and a few million
 * opening brackets would otherwise end the process before any error could be thrown.
 */
function boundedTokens(text: string, limits: CodecLimits): import('yaml').CST.Token[] {
  const { CST, Lexer, Parser } = yaml();
  const parser = new Parser();
  const tokens: import('yaml').CST.Token[] = [];
  let fields = 0;
  let items = 0;
  let aliases = 0;
  for (const lexeme of new Lexer().lex(text)) {
    switch (CST.tokenType(lexeme)) {
      case 'map-value-ind':
        if (++fields > limits.maxFields) throw tooManyFields(limits);
        break;
      case 'seq-item-ind':
      case 'comma':
      case 'explicit-key-ind':
        if (++items > 2 * limits.maxFields) throw tooManyFields(limits);
        break;
      case 'alias':
        if (++aliases > MAX_ALIASES)
          throw ApiError.badRequest(`the body has too many aliases: at most ${MAX_ALIASES} are read`);
        break;
      default:
        break;
    }
    for (const token of parser.next(lexeme)) tokens.push(token);
    // The stack holds each open collection, the document, and the scalar that is being read.
    if (parser.stack.length > limits.maxDepth + 2) throw tooDeep(limits);
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

function toPlain(document: import('yaml').Document.Parsed, limits: CodecLimits): unknown {
  let value: unknown;
  try {
    value = document.toJS();
  } catch (error) {
    throw broken(error);
  }
  // Aliases may have multiplied what the tokens showed.
  countFields(value, limits);
  return value;
}

function broken(error: unknown, where = ''): ApiError {
  const why = error instanceof Error ? error.message : String(error);
  return ApiError.badRequest(`the body of the request is broken YAML: ${why}${where}`, error);
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

const OPEN_BRACE = 0x7b;
const SPACES: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d]);

function looksLikeJson(bytes: Uint8Array): boolean {
  let i = 0;
  while (SPACES.has(bytes[i])) i++;
  return bytes[i] === OPEN_BRACE;
}

/** Undefined when it is no JSON; YAML may still make sense of it (`{a: b}`). */
function asJson(bytes: Uint8Array, limits: CodecLimits): DecodedBody | undefined {
  try {
    return decodeJson(bytes, limits);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
