import { atOnce, fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { AdmissionChecker, type AdmissionUse } from '@orch/expressions';
import type { FeatureGates } from '../../../features/feature-gates.js';

/** What a field demands of its expression. */
export type ExpressionUse = Omit<AdmissionUse, 'minor'>;

/** Which functions expressions may use. */
export interface ExpressionRelease {
  /** Release 1.x, of new expressions: the one before the server's, so that a rollback is possible. */
  readonly minor: number;
  /** Expressions of the current object may use all functions. */
  readonly stored: ReadonlySet<string>;
}

export const releaseOfNew = ({ minor }: FeatureGates): ExpressionRelease => ({ minor: minor - 1, stored: new Set() });

export const releaseOfUpdate = (features: FeatureGates, stored: Iterable<string | undefined>): ExpressionRelease => ({
  ...releaseOfNew(features),
  stored: new Set([...stored].filter((text) => text !== undefined)),
});

/** Checks one expression, or declares what later ones may use. */
interface Operation {
  /** Unit: characters. */
  readonly length: number;
  /** Undefined: later expressions see the variables of a policy. */
  readonly run: ((checker: AdmissionChecker) => Generator<undefined, string | undefined>) | undefined;
}

/** An expression that compiles: kube-apiserver does not show it. */
const NOT_INSTANTIATED = 'program instantiation failed: ';
/** Characters of expressions that are compiled in one step, about a millisecond. */
const STEP_CHARACTERS = 3_000;

/**
 * Validation that checks expressions, in steps: it runs once to collect the expressions, and again with what is wrong with them.
 * @param validate must ask for the same expressions each time.
 */
export function* checkedInSteps(
  release: ExpressionRelease,
  validate: (expressions: ExpressionCheck) => FieldError[],
): Generator<undefined, FieldError[]> {
  const expressions = new ExpressionCheck(release);
  const errors = validate(expressions);
  if (!expressions.isAsked) return errors;
  yield* expressions.find();
  // Each run looks at all rules.
  yield;
  return validate(expressions);
}

/** Checks the expressions of one object. Errors are known after `find`. */
export class ExpressionCheck {
  private readonly operations: Operation[] = [];
  /** Problems of the expressions, in order. */
  private found: readonly (string | undefined)[] | undefined;
  private next = 0;

  constructor(private readonly release: ExpressionRelease) {}

  get isAsked(): boolean {
    return this.operations.length > 0;
  }

  /** Later expressions see the variables of a policy: those that are declared so far. */
  compose(): void {
    this.problem(0, undefined);
  }

  /** @param shown the text in the error. Default: `text`. */
  check(path: FieldPath, text: string, use: ExpressionUse, shown = text): FieldError[] {
    const problem = this.problem(text.length, (checker) => checker.problem(text, this.used(text, use)));
    return errorOf(path, problem, shown);
  }

  /** Of a variable, which later expressions may use. */
  declare(path: FieldPath, name: string, text: string, use: ExpressionUse): FieldError[] {
    const problem = this.problem(text.length, (checker) => checker.declare(name, text, this.used(text, use)));
    return errorOf(path, problem, text);
  }

  /** Compiles what was asked for, in order. */
  *find(): Generator<undefined, void> {
    const checker = new AdmissionChecker();
    const found: (string | undefined)[] = [];
    let characters = 0;
    for (const { length, run } of this.operations) {
      if (characters > 0 && characters + length > STEP_CHARACTERS) {
        characters = 0;
        yield;
      }
      characters += length;
      if (!run) checker.compose();
      found.push(!run ? undefined : length < STEP_CHARACTERS ? atOnce(run(checker)) : yield* run(checker));
    }
    this.found = found;
  }

  private problem(length: number, run: Operation['run']): string | undefined {
    if (this.found) return this.found[this.next++];
    this.operations.push({ length, run });
    return undefined;
  }

  private used(text: string, use: ExpressionUse): AdmissionUse {
    return { ...use, minor: this.release.stored.has(text) ? Infinity : this.release.minor };
  }
}

function errorOf(path: FieldPath, problem: string | undefined, shown: string): FieldError[] {
  if (problem === undefined) return [];
  if (problem.startsWith(NOT_INSTANTIATED))
    return [{ reason: 'FieldValueInvalid', field: path.toString(), detail: `Internal error: ${problem}` }];
  return [fieldError.invalid(path, shown, problem)];
}
