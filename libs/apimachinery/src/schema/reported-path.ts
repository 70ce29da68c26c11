/** Longer paths are truncated. Unit: characters. */
const MAX_CHARACTERS = 1_024;

/**
 * A path in the format of field warnings: `spec.containers[0].foo`, `data.a`; truncated, since keys can be long and many fields have the same parents.
 * Only the beginning of a long key is copied.
 * @param depth number of steps that count. Default: all.
 */
export function reportedPath(steps: readonly (string | number)[], depth = steps.length): string {
  let path = '';
  for (let i = 0; i < depth && path.length <= MAX_CHARACTERS; i++) {
    const step = steps[i]!;
    if (typeof step === 'number') path += `[${step}]`;
    else path += `${path === '' ? '' : '.'}${step.slice(0, MAX_CHARACTERS + 1)}`;
  }
  return path.length > MAX_CHARACTERS ? `${path.slice(0, MAX_CHARACTERS)}...` : path;
}
