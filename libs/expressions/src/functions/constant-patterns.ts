import type { RE2JS } from 're2js';
import type { Call } from '../syntax/expression.js';
import { Fault } from '../values/values.js';
import { programWeight } from './pattern-weight.js';
import { patternOf } from './patterns.js';

/** All patterns of the expressions of one object, in instructions: compiling takes some 300 ms. */
const MAX_INSTRUCTIONS = 100_000;

/** What the constant patterns of expressions that are compiled together may cost. */
export class PatternBudget {
  private left = MAX_INSTRUCTIONS;

  /** Whether there was enough left. */
  take(instructions: number): boolean {
    this.left -= instructions;
    return this.left >= 0;
  }
}

/** The constant patterns of one expression, each compiled once. */
export class ConstantPatterns {
  private readonly compiled = new Map<string, RE2JS | Fault>();

  constructor(private readonly budget: PatternBudget) {}

  /** The pattern, or a `Fault` when it is not one or when the expression has too many. */
  get(text: string): RE2JS | Fault {
    const known = this.compiled.get(text);
    if (known) return known;
    const pattern = this.budget.take(programWeight(text)) ? patternOf(text) : new Fault('the patterns are too large');
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
