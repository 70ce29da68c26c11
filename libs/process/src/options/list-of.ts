import type { ValidationArguments } from 'class-validator';

/**
 * Validates a list by its items. The message names the first invalid item: `verbs[0]: must be a text`.
 * @param problemOf what is wrong with an item, as it follows its path; undefined: nothing.
 */
export function listOf(problemOf: (item: unknown) => string | undefined): PropertyDecorator {
  const { ValidateBy } = require('class-validator') as typeof import('class-validator');
  const problemIn = (args: ValidationArguments | undefined) => listProblem(args, problemOf);
  return ValidateBy({
    name: 'listOf',
    validator: {
      validate: (_value, args) => problemIn(args) === undefined,
      defaultMessage: (args) => problemIn(args) ?? '',
    },
  });
}

/** The message of an invalid list. */
function listProblem(
  args: ValidationArguments | undefined,
  problemOf: (item: unknown) => string | undefined,
): string | undefined {
  const { property = '', value } = args ?? {};
  if (!Array.isArray(value)) return `${property} must be a list`;
  const problems = value.map(problemOf);
  const index = problems.findIndex((problem) => problem !== undefined);
  return index === -1 ? undefined : `${property}[${index}] ${problems[index]}`;
}
