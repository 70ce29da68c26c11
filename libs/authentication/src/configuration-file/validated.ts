import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';

/**
 * A value as an instance of a class with class-validator decorators, or what is wrong with it: a line for each problem, with the path
 * of the field. Fields the class does not know are problems: a setting that is misspelt would else be left out without a word.
 */
export function validated<T extends object>(type: new () => T, value: object): T | readonly string[] {
  const instance = plainToInstance(type, value);
  const errors = validateSync(instance, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false });
  return errors.length === 0 ? instance : errors.flatMap((error) => problemsOf(error, ''));
}

function problemsOf({ property, constraints = {}, children = [] }: ValidationError, above: string): string[] {
  const path = /^\d+$/.test(property) ? `${above}[${property}]` : above === '' ? property : `${above}.${property}`;
  // The library lists the last decorator first; ours begin with what the others rest on.
  const own = Object.entries(constraints).at(-1);
  const problem = own && (own[0] === 'whitelistValidation' ? 'is no known field' : withoutProperty(own[1], property));
  return [
    ...(problem === undefined ? [] : [`${path}: ${problem}`]),
    ...children.flatMap((child) => problemsOf(child, path)),
  ];
}

/** The library starts its sentences with the property; ours have its path before them. */
const withoutProperty = (text: string, property: string): string =>
  text.startsWith(`${property} `) ? text.slice(property.length + 1) : text;
