import { nearestName } from './nearest-name.js';
import { UsageError } from '../run/usage-error.js';

/**
 * The error of a flag that names something that is not there.
 * @param what it names, such as `controller`.
 * @param known names that the message lists.
 * @param accepted other names that are advised when they are near. Default: none.
 */
export function unknownName(
  flag: string,
  what: string,
  name: string,
  known: readonly string[],
  accepted: readonly string[] = [],
): UsageError {
  const nearest = nearestName(name, [...known, ...accepted]);
  const advice = nearest === undefined ? '' : ` (did you mean ${nearest}?)`;
  return new UsageError(`flag --${flag}: unknown ${what} "${name}"${advice}; known are ${known.join(', ')}`);
}
