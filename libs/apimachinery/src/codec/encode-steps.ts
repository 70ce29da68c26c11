/** Members and items per step: at most 2 ms of CPU time, except for strings of megabytes. */
const STEP_VALUES = 2_000;

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
    const text = isNested ? '' : JSON.stringify(member);
    if (text === undefined) continue;
    out.text += `${before}${JSON.stringify(name)}:${text}`;
    before = ',';
    if (isNested) yield* write(member, out);
    if (isStepOver(out)) yield;
  }
  out.text += before === '{' ? '{}' : '}';
}

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && typeof (value as { toJSON?: unknown }).toJSON !== 'function';

function isStepOver(out: Written): boolean {
  if (++out.values % STEP_VALUES !== 0) return false;
  finishPiece(out);
  return true;
}

function finishPiece(out: Written): void {
  out.pieces.push(Buffer.from(out.text, 'utf8'));
  out.text = '';
}
