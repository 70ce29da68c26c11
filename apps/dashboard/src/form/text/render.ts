import { Document, isCollection, type ParsedNode, parseDocument, Scalar, stringify } from 'yaml';

/** How new YAML is written where it is inserted. */
export interface Place {
  /** Of the key or dash. Unit: characters. */
  readonly column: number;
  /** Whether lists are indented below the key that has them. */
  readonly indentsLists: boolean;
}

const NO_WRAPPING = { lineWidth: 0, aliasDuplicateObjects: false } as const;

/** A value to write: JSON, or the YAML that a user typed, with its comments. */
export interface Written {
  readonly value: unknown;
  readonly source?: string | undefined;
}

const nodeOf = ({ value, source }: Written): unknown => (source === undefined ? value : (contentsOf(source) ?? value));

/** Without comments after the last field: in the text they would be those of the next one. */
function contentsOf(source: string): ParsedNode | null {
  const contents = parseDocument(source).contents as ParsedNode | null;
  if (isCollection(contents)) contents.comment = undefined;
  return contents;
}

/** `key: value`, the following lines indented for the place, without the last line break. @param key as YAML. */
export function pairText(key: string, written: Written, { column, indentsLists }: Place): string {
  const text = stringify({ x: nodeOf(written) }, { ...NO_WRAPPING, indentSeq: indentsLists });
  return indented(key + text.slice(1), column);
}

/** `- value` */
export function itemText(written: Written, { column, indentsLists }: Place): string {
  return indented(stringify([nodeOf(written)], { ...NO_WRAPPING, indentSeq: indentsLists }), column);
}

export function keyText(key: string): string {
  return stringify({ [key]: 0 }, NO_WRAPPING)
    .trimEnd()
    .slice(0, -': 0'.length);
}

/** One line. @param like the scalar it replaces: a text keeps its quotes, unless the one before needed them. */
export function scalarText(value: unknown, like: Scalar): string {
  const scalar = new Scalar(value);
  const isQuoted = like.type === 'QUOTE_DOUBLE' || like.type === 'QUOTE_SINGLE';
  if (isQuoted && typeof value === 'string' && !/^["']/.test(lineOf(new Scalar(like.value)))) scalar.type = like.type;
  return lineOf(scalar);
}

const lineOf = (scalar: Scalar): string => new Document(scalar).toString(NO_WRAPPING).trimEnd();

/** `{ a: 1 }` or `[ 1 ]` */
export function flowText(value: unknown): string {
  const document = new Document(value);
  const { contents } = document;
  if (contents !== null && 'flow' in contents) contents.flow = true;
  return document.toString(NO_WRAPPING).trimEnd();
}

function indented(text: string, column: number): string {
  const indent = ' '.repeat(column);
  return text
    .trimEnd()
    .split('\n')
    .map((line, index) => (index === 0 || line === '' ? line : indent + line))
    .join('\n');
}
