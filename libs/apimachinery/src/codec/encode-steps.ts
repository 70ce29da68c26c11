import { isHighSurrogate } from '../field/high-surrogate.js';

/** Members and items per step: at most 2 ms of CPU time. */
const STEP_VALUES = 2_000;

/** Part of a longer string in one step: a control character takes six characters in JSON. Unit: UTF-16 code units. */
const STEP_CHARACTERS = 64 * 1_024;

/** Output so far. */
interface Written {
  readonly pieces: Buffer[];
  /** Not yet in `pieces`. */
  text: string;
  values: number;
}

/** As `JSON.stringify`, encoded as UTF-8, in steps. */
export function* encodeJsonSteps(value: object): Generator<undefined, Buffer> {
  const out: Written = { pieces: [], text: '', values: 0 };
  yield* write(value, out);
  finishPiece(out);
  return Buffer.concat(out.pieces);
}

function* write(value: object, out: Written): Generator<undefined, void> {
  if (Array.isArray(value)) {
    out.text += '[';
    for (let at = 0; at < value.length; at++) {
      if (at > 0) out.text += ',';
      const item: unknown = value[at];
      if (isContainer(item)) yield* write(item, out);
      else if (isLong(item)) yield* writeLong(item, out);
      else out.text += JSON.stringify(item) ?? 'null';
      if (isStepOver(out)) yield;
    }
    out.text += ']';
    return;
  }
  let before = '{';
  for (const name of Object.keys(value)) {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    const isNested = isContainer(member);
    const text = isNested || isLong(member) ? '' : JSON.stringify(member);
    if (text === undefined) continue;
    out.text += before;
    before = ',';
    if (isLong(name)) yield* writeLong(name, out);
    else out.text += JSON.stringify(name);
    out.text += `:${text}`;
    if (isNested) yield* write(member, out);
    else if (isLong(member)) yield* writeLong(member, out);
    if (isStepOver(out)) yield;
  }
  out.text += before === '{' ? '{}' : '}';
}

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && typeof (value as { toJSON?: unknown }).toJSON !== 'function';

const isLong = (value: unknown): value is string => typeof value === 'string' && value.length > STEP_CHARACTERS;

/** Surrogate pairs stay together: a lone one is escaped. */
function* writeLong(text: string, out: Written): Generator<undefined, void> {
  out.text += '"';
  for (let at = 0; at < text.length;) {
    const end = at + STEP_CHARACTERS;
    const next = isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end;
    out.text += JSON.stringify(text.slice(at, next)).slice(1, -1);
    finishPiece(out);
    yield;
    at = next;
  }
  out.text += '"';
}

function isStepOver(out: Written): boolean {
  if (++out.values % STEP_VALUES !== 0) return false;
  finishPiece(out);
  return true;
}

function finishPiece(out: Written): void {
  out.pieces.push(Buffer.from(out.text, 'utf8'));
  out.text = '';
}
