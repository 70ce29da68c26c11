import type { CST } from 'yaml';
import { ApiError } from '../status/api-error.js';
import { lineAt } from './line-at.js';
import { tooDeep, tooManyFields } from './limits.js';
import { MAX_ALIASES, tooManyAliases, type YamlLimits } from './yaml-limits.js';
import { yaml } from './yaml-package.js';

/** Maximum number of document markers for one document: before it, after it, and a redundant one. */
const MAX_DOCUMENT_MARKS = 3;

/** Options of tokenization. */
export interface TokenRules {
  readonly limits: YamlLimits;
  /** Whether a text may have several documents. */
  readonly several: boolean;
}

/** Lexemes that do not begin a document. */
const BETWEEN_DOCUMENTS: ReadonlySet<string | null> = new Set([
  'byte-order-mark', 'comment', 'directive-line', 'doc-end', 'doc-mode', 'doc-start', 'newline', 'space',
]); // prettier-ignore

/**
 * Splits a YAML text into the tokens of its documents, and checks the limits at each lexeme, so a text past them is refused
 * before it is composed. Composing takes time proportional to the lexemes, because the first error ends it and
 * keys are scalars.
 * @throws ApiError BadRequest.
 */
export function yamlTokens(text: string, { limits, several }: TokenRules): CST.Token[] {
  const { CST, Lexer, Parser } = yaml();
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  const counts = { lexemes: 0, fields: 0, items: 0, aliases: 0, marks: 0 };
  // A marker ended the document; another one follows.
  let hasContent = false;
  let ended = false;
  let isText = false;
  const take = (produced: Iterable<CST.Token>): void => {
    for (const token of produced) {
      if (token.type === 'error') throw brokenYaml(withoutSource(token.message), text, token.offset);
      if (token.type === 'document') scalarKeysOnly(token.value, text);
      tokens.push(token);
    }
  };
  for (const lexeme of new Lexer().lex(text)) {
    if (++counts.lexemes > limits.maxLexemes) throw new LexemesExceeded(limits);
    // A scalar follows this marker, and may look like any other lexeme.
    const type = isText ? 'scalar' : CST.tokenType(lexeme);
    isText = lexeme === CST.SCALAR;
    switch (type) {
      case 'map-value-ind':
        if (++counts.fields > limits.maxFields) throw tooManyFields(limits);
        break;
      case 'seq-item-ind':
      case 'comma':
      case 'explicit-key-ind':
        if (++counts.items > 2 * limits.maxFields) throw tooManyFields(limits);
        break;
      case 'alias':
        if (++counts.aliases > MAX_ALIASES) throw tooManyAliases();
        break;
      case 'doc-start':
        if (++counts.marks > MAX_DOCUMENT_MARKS && !several) throw severalDocuments();
        ended = hasContent;
        break;
      case 'doc-end':
        // The package would collect an error for each.
        if (!hasContent && counts.marks === 0)
          throw brokenYaml('the end of a document without a document', text, parser.offset);
        ended = hasContent;
        break;
      case 'flow-error-end':
        throw brokenYaml('a flow collection is not indented enough or not ended', text, parser.offset);
      default:
        break;
    }
    if ((ended || !hasContent) && !BETWEEN_DOCUMENTS.has(type)) {
      if (ended && !several) throw severalDocuments();
      hasContent = true;
      ended = false;
    }
    take(parser.next(lexeme));
    // The stack has each open collection, the document, and the current scalar.
    if (parser.stack.length > limits.maxDepth + 2) throw tooDeep(limits);
  }
  take(parser.end());
  return tokens;
}

/**
 * @param why message of the package `yaml`; truncated, as it may quote parts of the text.
 * @param offset in `text`.
 */
export function brokenYaml(why: string, text: string, offset: number): ApiError {
  return ApiError.badRequest(
    `the body of the request is broken YAML: ${why.slice(0, MAX_REASON)} (line ${lineAt(text, offset)})`,
  );
}

const MAX_REASON = 200;

/** A text has more lexemes than its limits allow. */
export class LexemesExceeded extends ApiError {
  constructor({ maxLexemes }: YamlLimits) {
    super(
      'BadRequest',
      `the YAML body has more than ${maxLexemes} marks, texts, comments and line breaks: send it as JSON`,
    );
  }
}

/** Some messages end with the source text, which may be a secret. */
const withoutSource = (message: string): string => message.replace(/^(Not a YAML token):.*$/s, '$1');

const severalDocuments = (): ApiError =>
  ApiError.badRequest('the body of the request has several YAML documents: send one');

const COLLECTIONS: ReadonlySet<string> = new Set(['block-map', 'block-seq', 'flow-collection']);

/**
 * JSON keys are strings. The package serializes a key that is a collection, again at each level of keys in
 * keys: 600 bytes would take seconds. The depth is bounded, so the recursion is too.
 */
function scalarKeysOnly(token: CST.Token | null | undefined, text: string): void {
  if (!token || !('items' in token)) return;
  for (const { key, value } of token.items) {
    if (key && COLLECTIONS.has(key.type)) {
      throw brokenYaml('a key is a mapping or a list: keys must be strings', text, key.offset);
    }
    scalarKeysOnly(value, text);
  }
}
