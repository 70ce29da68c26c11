import { WRITTEN_DIALECT } from './yaml-dialect.js';
import { yamlNumber } from './yaml-number.js';
import { yaml } from './yaml-package.js';
import { needsQuotes } from './yaml-quoting.js';

const STEP = '  ';
/** Longer keys need the explicit key syntax. */
const MAX_KEY_LENGTH = 1_024;

/** One line without indicator characters: plain, unless it looks like a number or a date. */
const ONE_LINE =
  /^(?!\.\.\.)[\w./](?:[!-9;-~\u00a1-\u2027\u202a-\ud7ff\ue000-\ufefe]|:(?=[!-~\u00a1-\u2027])| (?=[!"$-~ ]))*$/;
/** Beginning of all numbers, dates and words that are not strings: the package parses `e0` as a number. */
const MAY_BE_OTHER_TYPE = /^[\d.eE]|^[a-zA-Z]{1,5}$/;
/** Characters that block scalars cannot represent. */
// eslint-disable-next-line no-control-regex
const NOT_IN_BLOCKS = /[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]/;

/**
 * HOT PATH (bench: representations): `encodeYaml` without an intermediate document of nodes. Writes maps, lists and common
 * strings; delegates other strings to the package, so that its rules are not duplicated here.
 */
export function writeYaml(value: unknown): string {
  return isFilled(value) ? `${collection(value, '')}\n` : byPackage(value);
}

/** Members per step: less than a millisecond, and some 20 ms when the package encodes all of them. */
const STEP_MEMBERS = 128;
/** Characters per piece. */
const PIECE_CHARACTERS = 16 * 1_024;

/**
 * As `writeYaml`, in pieces: large maps and lists take several, so that other requests run in between.
 * @param stepMembers maximum members per piece.
 */
export function* writeYamlPieces(value: unknown, stepMembers = STEP_MEMBERS): Generator<string> {
  if (!isFilled(value) || membersOf(value, stepMembers) < stepMembers) return yield writeYaml(value);
  yield* collectionPieces(value, '', stepMembers);
  yield '\n';
}

/** As `collection`. */
function* collectionPieces(value: Filled, indent: string, stepMembers: number): Generator<string> {
  const inner = indent + STEP;
  const isList = Array.isArray(value);
  let text = '';
  let members = 0;
  let isFirst = true;
  for (const name of Object.keys(value)) {
    const member: unknown = value[name as keyof typeof value];
    if (member === undefined && !isList) continue;
    if (!isFirst) text += `\n${indent}`;
    isFirst = false;
    const size = isFilled(member) ? membersOf(member, stepMembers) : 1;
    const start = size < stepMembers ? undefined : isList ? '- ' : startOf(name, inner);
    if (start !== undefined && isFilled(member)) {
      yield text + start;
      yield* collectionPieces(member, inner, stepMembers);
      text = '';
      members = 0;
      continue;
    }
    text += isList ? listItem(member, inner) : pair(name, member, inner);
    members += size;
    if (members < stepMembers && text.length < PIECE_CHARACTERS) continue;
    yield text;
    text = '';
    members = 0;
  }
  if (text !== '') yield text;
}

/** Text before a large member of a map. Undefined: its key is too long, and the member is written in one step. */
function startOf(name: string, indent: string): string | undefined {
  const key = keyText(name);
  return key.length > MAX_KEY_LENGTH ? undefined : `${key}:\n${indent}`;
}

/** Counts members at any depth, up to `limit`. */
function membersOf(value: object, limit: number): number {
  let count = 0;
  for (const name in value) {
    const member: unknown = value[name as keyof typeof value];
    count += typeof member === 'object' && member !== null ? 1 + membersOf(member, limit - count) : 1;
    if (count >= limit) return count;
  }
  return count;
}

type Filled = readonly unknown[] | Readonly<Record<string, unknown>>;

function isFilled(value: unknown): value is Filled {
  if (typeof value !== 'object' || value === null) return false;
  for (const name in value) if (value[name as keyof typeof value] !== undefined || Array.isArray(value)) return true;
  return false;
}

/** The first line has no indentation, the others have `indent`. */
function collection(value: Filled, indent: string): string {
  const inner = indent + STEP;
  let text = '';
  const add = (line: string): void => {
    text += text === '' ? line : `\n${indent}${line}`;
  };
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) add(listItem(item, inner));
  } else {
    for (const [name, member] of Object.entries(value)) if (member !== undefined) add(pair(name, member, inner));
  }
  return text;
}

const listItem = (item: unknown, indent: string): string =>
  `- ${isFilled(item) ? collection(item, indent) : scalar(item, indent)}`;

const keyText = (name: string): string => oneLine(name) ?? byPackage({ [name]: 0 }).slice(0, -': 0\n'.length);

function pair(name: string, value: unknown, indent: string): string {
  const key = keyText(name);
  if (key.length > MAX_KEY_LENGTH)
    return indented(byPackage({ [name]: value }).slice(0, -1), indent.slice(STEP.length));
  return isFilled(value) ? `${key}:\n${indent}${collection(value, indent)}` : `${key}: ${scalar(value, indent)}`;
}

function scalar(value: unknown, indent: string): string {
  if (typeof value === 'string') {
    const plain = oneLine(value) ?? block(value, indent);
    return plain ?? indented(byPackage({ k: value }).slice('k: '.length, -1), indent.slice(STEP.length));
  }
  if (value === null || typeof value === 'boolean' || Number.isSafeInteger(value)) return JSON.stringify(value);
  if (typeof value === 'number' && Number.isFinite(value)) return yamlNumber(value);
  if (typeof value === 'object') return Array.isArray(value) ? '[]' : '{}';
  return byPackage({ k: value ?? null }).slice('k: '.length, -1);
}

/** Undefined for a string that the package must encode. */
function oneLine(text: string): string | undefined {
  if (text === '') return '""';
  if (!ONE_LINE.test(text)) return undefined;
  return MAY_BE_OTHER_TYPE.test(text) && isOtherType(text) ? JSON.stringify(text) : text;
}

/** A literal block scalar. Undefined for a string that it cannot represent. */
function block(text: string, indent: string): string | undefined {
  if (!text.includes('\n') || NOT_IN_BLOCKS.test(text) || needsQuotes(text)) return undefined;
  const [end, lines] = text.endsWith('\n\n')
    ? ['+', text.slice(0, -1)]
    : text.endsWith('\n')
      ? ['', text.slice(0, -1)]
      : ['-', text];
  return `|${end}\n${indent}${indented(lines, indent)}`;
}

/** Empty lines stay empty. */
const indented = (text: string, indent: string): string => text.replaceAll(/\n(?!\n|$)/g, `\n${indent}`);

let typeTests: readonly RegExp[] | undefined;

/** Whether some parser resolves the string to another type. */
function isOtherType(text: string): boolean {
  typeTests ??= new (yaml().Document)(null, WRITTEN_DIALECT).schema.tags.flatMap((tag) =>
    tag.default === true && 'test' in tag && tag.test !== undefined && tag.tag !== 'tag:yaml.org,2002:str'
      ? [tag.test]
      : [],
  );
  return needsQuotes(text) || typeTests.some((test) => test.test(text));
}

/** As `writeYaml`, by the package; slow. */
export function byPackage(value: unknown): string {
  const { Document, visit } = yaml();
  const document = new Document(value, { ...WRITTEN_DIALECT, aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === 'string' && needsQuotes(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  return document.toString({ lineWidth: 0 });
}
