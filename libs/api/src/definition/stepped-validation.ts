import { atOnce, type FieldError } from '@orch/apimachinery';
import type { Strategy, StrategyContext } from './strategy.js';

/** Validates an object in steps. @param old the current object of an update. */
type ValidationSteps<T> = (object: T, context: StrategyContext, old?: T) => Generator<undefined, FieldError[]>;

/** Both validations of a strategy, made of one in steps. */
export const steppedValidation = <T extends Parameters<NonNullable<Strategy['validateInSteps']>>[0]>(
  validateInSteps: ValidationSteps<T>,
): Required<Pick<Strategy<T>, 'validateInSteps' | 'validateCreate' | 'validateUpdate'>> => ({
  validateInSteps,
  validateCreate: (object, context) => atOnce(validateInSteps(object, context)),
  validateUpdate: (object, old, context) => atOnce(validateInSteps(object, context, old)),
});
