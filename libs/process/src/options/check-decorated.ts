import type { ValidationError } from 'class-validator';

/** One problem of a value. */
export interface FieldProblem {
  /** Of the field: `rules[0].level`. */
  readonly path: string;
  /** What follows the path in a message: `must be a list`. */
  readonly text: string;
}

export interface CheckOptions {
  /** Fields without a decorator: reported as problems, or dropped from the instance. */
  readonly unknownFields: 'report' | 'drop';
}

/** Constraints of `map-of.ts` and `list-of.ts`. While one fails, problems of the values inside the field are not reported. */
const SHAPE_CONSTRAINTS: ReadonlySet<string> = new Set(['mapOf', 'listOf']);

/**
 * Makes an instance of a class with class-validator decorators.
 * @returns the instance, and at most one problem per field: that of the first of its decorators that fails. Valid without
 * problems.
 */
export function checkDecorated<T extends object>(
  type: new () => T,
  value: object,
  { unknownFields }: CheckOptions,
): { readonly instance: T; readonly problems: readonly FieldProblem[] } {
  // Loaded on use: a process that checks nothing does not pay for them.
  const { plainToInstance } = require('class-transformer') as typeof import('class-transformer');
  const { validateSync } = require('class-validator') as typeof import('class-validator');
  const instance = plainToInstance(type, value);
  const errors = validateSync(instance, {
    whitelist: true,
    forbidNonWhitelisted: unknownFields === 'report',
    forbidUnknownValues: false,
  });
  return { instance, problems: errors.flatMap((error) => problemsOf(error, '')) };
}

function problemsOf(error: ValidationError, above: string): FieldProblem[] {
  const { property, constraints = {}, children = [] } = error;
  const path = /^\d+$/.test(property) ? `${above}[${property}]` : above === '' ? property : `${above}.${property}`;
  // The library checks `IsDefined` first, then from the last decorator up; in our classes the first one is the most basic.
  const failed = Object.entries(constraints);
  const own = failed.find(([name]) => name === 'isDefined') ?? failed.at(-1);
  return [
    ...(own === undefined ? [] : [problemOf(error, path, own)]),
    ...(failed.some(([name]) => SHAPE_CONSTRAINTS.has(name))
      ? []
      : children.flatMap((child) => problemsOf(child, path))),
  ];
}

function problemOf({ property, target }: ValidationError, path: string, [constraint, message]: [string, string]) {
  if (constraint === 'whitelistValidation')
    return { path, text: `is not a known field: use ${knownFields(target).join(', ')}` };
  // The library begins messages with the property, `listOf` with the item; ours begin with its path.
  if (!message.startsWith(property)) return { path, text: message };
  const [, item = '', text = message] = /^(\[\d+\])? (.*)$/s.exec(message.slice(property.length)) ?? [];
  return { path: `${path}${item}`, text };
}

/** Fields with a decorator, in the order of the class. */
function knownFields(instance: object | undefined): readonly string[] {
  const { getMetadataStorage } = require('class-validator') as typeof import('class-validator');
  const type = instance?.constructor;
  const fields = type ? getMetadataStorage().getTargetValidationMetadatas(type, '', false, false) : [];
  return [...new Set(fields.map(({ propertyName }) => propertyName))];
}
