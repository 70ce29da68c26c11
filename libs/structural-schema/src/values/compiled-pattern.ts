import { foldingWeight, ignoresCase } from '@orch/expressions';
import { RE2JS, RE2JSException } from 're2js';

/** Instructions of a program, at most. A pattern of Kubernetes names has some 300. */
const MAX_SIZE = 50_000;

/** A pattern in RE2 syntax, which is matched in linear time. */
export interface CompiledPattern {
  /** Why it is not a pattern, in the words of the reference; undefined: it is one. */
  readonly fault: string | undefined;
  /** Number of instructions, estimated. */
  readonly size: number;
  /** Whether any part of the text matches. */
  matches(text: string): boolean;
}

/** Instructions of the patterns that are kept: some 50 MB. */
const MAX_KEPT_SIZE = 500_000;
/** Size of a kept pattern in addition to its instructions. */
const KEPT = 50;

/** Compiled patterns, of all schemas, least recently used first: many use the same ones. */
const kept = new Map<string, CompiledPattern>();
let keptSize = 0;

const sizeOfKept = (pattern: string, { size }: CompiledPattern): number => KEPT + pattern.length / 10 + size;

/**
 * Compiles a pattern; at most some 20 ms. Do not keep the result: the patterns that are kept are bounded here.
 * @param pay for compiling a number of instructions, when it is not compiled already; may throw.
 */
export function compiledPattern(pattern: string, pay?: (size: number) => void): CompiledPattern {
  let compiled = kept.get(pattern);
  if (compiled !== undefined) {
    kept.delete(pattern);
    kept.set(pattern, compiled);
    return compiled;
  }
  pay?.(patternSize(pattern));
  compiled = compile(pattern);
  keptSize += sizeOfKept(pattern, compiled);
  for (const [oldest, dropped] of kept) {
    if (keptSize <= MAX_KEPT_SIZE) break;
    kept.delete(oldest);
    keptSize -= sizeOfKept(oldest, dropped);
  }
  kept.set(pattern, compiled);
  return compiled;
}

/** Instructions of a pattern, estimated. Larger ones than the maximum are not compiled. */
export function patternSize(pattern: string): number {
  const { size } = sizeOf(pattern);
  return size > MAX_SIZE ? 0 : size;
}

/** Instructions of the patterns that are kept, for tests. */
export const keptPatternSize = (): number => keptSize;

function compile(pattern: string): CompiledPattern {
  const { size, repeat } = sizeOf(pattern);
  if (size > MAX_SIZE)
    return refused(repeat === undefined ? 'expression too large' : `invalid repeat count: \`${repeat}\``, size);
  try {
    return accepted(RE2JS.compile(pattern), size);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const why = error.message.replace(PREFIX, '');
    if (why.startsWith('duplicate capture group name')) return compile(pattern.replaceAll(GROUP_NAME, '('));
    return refused(why === 'trailing backslash at end of expression' ? `${why}: \`\`` : why, size);
  }
}

const PREFIX = /^error parsing regexp: /;
/** The reference allows the same name twice. */
const GROUP_NAME = /\(\?P?<[A-Za-z0-9_]+>/g;

const accepted = (program: RE2JS, size: number): CompiledPattern => ({
  fault: undefined,
  size,
  matches: (text) => program.test(text),
});

const refused = (why: string, size: number): CompiledPattern => ({
  fault: `error parsing regexp: ${why}`,
  size,
  matches: () => false,
});

/** Steps of a program on one character, per unit of the budget of a validation. */
const STEPS_PER_CHECK = 200;

/** What matching a text costs at most, in units of the budget of a validation. */
export const patternCost = (pattern: CompiledPattern, text: string): number =>
  (text.length * Math.min(pattern.size, MOST_STEPS)) / STEPS_PER_CHECK;

/** Instructions that are usually active at the same time, at most. */
const MOST_STEPS = 1_000;

const REPEAT = /\{(\d{1,6})(?:,(\d{0,6}))?\}/y;
/** Unicode classes are tables of hundreds of ranges. */
const UNICODE_CLASS_SIZE = 60;

/** Estimated instructions of a pattern: repetitions multiply what they repeat. `repeat` is the one that makes it too large. */
function sizeOf(pattern: string): { readonly size: number; readonly repeat: string | undefined } {
  const outer: number[] = [];
  const folds = ignoresCase(pattern);
  let folding = 0;
  let total = 0;
  let last = 0;
  let at = 0;
  while (at < pattern.length) {
    const char = pattern[at]!;
    if (char === '(') {
      outer.push(total);
      total = 0;
      last = 0;
      at++;
    } else if (char === ')') {
      last = total + 2;
      total = (outer.pop() ?? 0) + last;
      at++;
    } else if (char === '{') {
      REPEAT.lastIndex = at;
      const match = REPEAT.exec(pattern);
      if (match === null) {
        last = 1;
        total++;
        at++;
        continue;
      }
      const times = Math.max(1, Number(match[2] || match[1]));
      total += last * (times - 1) + times;
      last *= times;
      at = REPEAT.lastIndex;
      if (total > MAX_SIZE) return { size: total, repeat: match[0] };
    } else if (char === '[') {
      const end = classEnd(pattern, at);
      if (folds) folding += foldingWeight(pattern.slice(at + 1, end - 1));
      last = /\\[pP]/.test(pattern.slice(at, end)) ? UNICODE_CLASS_SIZE : 1;
      total += last;
      at = end;
    } else {
      const escaped = char === '\\';
      last = escaped && /[pP]/.test(pattern[at + 1] ?? '') ? UNICODE_CLASS_SIZE : 1;
      total += last;
      at += escaped ? 2 : 1;
    }
    if (total + folding > MAX_SIZE) return { size: total + folding, repeat: undefined };
  }
  for (const before of outer) total += before;
  return { size: total + folding, repeat: undefined };
}

/** Position after the class that begins at `start`. */
function classEnd(pattern: string, start: number): number {
  let at = start + 1;
  if (pattern[at] === '^') at++;
  if (pattern[at] === ']') at++;
  while (at < pattern.length && pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1;
  return at + 1;
}
