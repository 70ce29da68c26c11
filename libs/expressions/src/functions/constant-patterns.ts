import type { RE2JS } from 're2js';
import type { Call } from '../syntax/expression.js';
import { Fault } from '../values/values.js';
import { programWeight } from './pattern-weight.js';
import { patternOf } from './patterns.js';

/** All patterns of one expression, in instructions: compiling takes some 100 ms. */
const MAX_INSTRUCTIONS = 40_000;

/** The constant patterns of one expression, each compiled once. */
export class ConstantPatterns {
  private readonly compiled = new Map<string, RE2JS | Fault>();
  private left = MAX_INSTRUCTIONS;

  /** The pattern, or a `Fault` when it is not one or when the expression has too many. */
  get(text: string): RE2JS | Fault {
    const known = this.compiled.get(text);
    if (known) return known;
    this.left -= programWeight(text);
    const pattern = this.left < 0 ? new Fault('the patterns are too large') : patternOf(text);
    this.compiled.set(text, pattern);
    return pattern;
  }

  /** The constant pattern of a call; undefined when it has none. */
  of({ name, target, args }: Call): RE2JS | Fault | undefined {
    if (name !== 'matches' && name !== 'find' && name !== 'findAll') return undefined;
    const [pattern] = target ? args : args.slice(1);
    return pattern?.kind === 'literal' && typeof pattern.value === 'string' ? this.get(pattern.value) : undefined;
  }
}
