import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';

/**
 * A value as an instance of a class with class-validator decorators, or its problems: a line each, with the path of the
 * field. Unknown fields are problems, because a misspelt setting would be ignored silently.
 */
export function validated<T extends object>(type: new () => T, value: object): T | readonly string[] {
  const instance = plainToInstance(type, value);
  const errors = validateSync(instance, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false });
  return errors.length === 0 ? instance : errors.flatMap((error) => problemsOf(error, ''));
}

function problemsOf({ property, constraints = {}, children = [] }: ValidationError, above: string): string[] {
  const path = /^\d+$/.test(property) ? `${above}[${property}]` : above === '' ? property : `${above}.${property}`;
  // The library lists the last decorator first; in our classes the first one is the most basic.
  const own = Object.entries(constraints).at(-1);
  const problem =
    own && (own[0] === 'whitelistValidation' ? 'is not a known field' : withoutProperty(own[1], property));
  return [
    ...(problem === undefined ? [] : [`${path}: ${problem}`]),
    ...children.flatMap((child) => problemsOf(child, path)),
  ];
}

/** The library begins messages with the property; ours begin with its path. */
const withoutProperty = (text: string, property: string): string =>
  text.startsWith(`${property} `) ? text.slice(property.length + 1) : text;
