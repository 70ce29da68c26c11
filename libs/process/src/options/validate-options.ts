import { UsageError } from '../run/usage-error.js';
import { checkDecorated } from './check-decorated.js';

/**
 * Checks flag values against a class with class-validator decorators: `secure-port` becomes its property `securePort`.
 * Flags the class does not name are left out.
 * @returns an instance of the class.
 * @throws UsageError that names the first wrong flag.
 */
export function validateOptions<T extends object>(options: new () => T, values: Readonly<Record<string, unknown>>): T {
  const plain = Object.fromEntries(Object.entries(values).map(([name, value]) => [propertyName(name), value]));
  const {
    instance,
    problems: [first],
  } = checkDecorated(options, plain, { unknownFields: 'drop' });
  if (first) throw new UsageError(`flag --${flagNameOf(first.path)}: ${first.text}`);
  return instance;
}

/** `secure-port` as `securePort`. */
export function propertyName(flagName: string): string {
  return flagName.replace(/-+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `securePort` as `secure-port`. */
const flagNameOf = (property: string): string => property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
