import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
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

/** Checks the expressions of one object. */
export class ExpressionCheck {
  private readonly checker = new AdmissionChecker();

  constructor(private readonly release: ExpressionRelease) {}

  /** Later expressions see the variables of a policy: those that are declared so far. */
  compose(): void {
    this.checker.compose();
  }

  /** @param shown the text in the error. Default: `text`. */
  check(path: FieldPath, text: string, use: ExpressionUse, shown = text): FieldError[] {
    return errorOf(path, this.checker.problem(text, this.used(text, use)), shown);
  }

  /** Of a variable, which later expressions may use. */
  declare(path: FieldPath, name: string, text: string, use: ExpressionUse): FieldError[] {
    return errorOf(path, this.checker.declare(name, text, this.used(text, use)), text);
  }

  private used(text: string, use: ExpressionUse): AdmissionUse {
    return { ...use, minor: this.release.stored.has(text) ? Infinity : this.release.minor };
  }
}

const errorOf = (path: FieldPath, problem: string | undefined, shown: string): FieldError[] =>
  problem === undefined ? [] : [fieldError.invalid(path, shown, problem)];
