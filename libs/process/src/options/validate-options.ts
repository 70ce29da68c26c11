import type { ValidationError } from 'class-validator';
import { UsageError } from '../run/usage-error.js';

/**
 * Checks flag values against a class with class-validator decorators: `secure-port` becomes its property `securePort`.
 * Flags the class does not name are left out.
 * @returns an instance of the class.
 * @throws UsageError that names the first wrong flag.
 */
export function validateOptions<T extends object>(options: new () => T, values: Readonly<Record<string, unknown>>): T {
  // Loaded on use: a process whose options need no cross-checks does not pay for them.
  const { plainToInstance } = require('class-transformer') as typeof import('class-transformer');
  const { validateSync } = require('class-validator') as typeof import('class-validator');
  const plain = Object.fromEntries(Object.entries(values).map(([name, value]) => [propertyName(name), value]));
  const instance = plainToInstance(options, plain);
  const [first] = validateSync(instance, { whitelist: true, forbidUnknownValues: false });
  if (first) throw new UsageError(problemOf(first));
  return instance;
}

/** `secure-port` as `securePort`. */
export function propertyName(flagName: string): string {
  return flagName.replace(/-+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function problemOf(error: ValidationError): string {
  const flag = error.property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const [problem = 'is not valid'] = Object.values(error.constraints ?? {});
  // The library starts its sentences with the property; ours start with the flag.
  const text = problem.startsWith(`${error.property} `) ? problem.slice(error.property.length + 1) : problem;
  return `flag --${flag}: ${text}`;
}
