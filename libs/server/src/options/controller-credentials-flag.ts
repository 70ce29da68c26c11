import { CONTROLLER_MANAGER, controllerNames } from '@orch/controller-rights';
import { flagGroup, nearestName, UsageError } from '@orch/process';

export const controllerCredentialsFlags = flagGroup('Controllers', [
  {
    name: 'controller-credentials',
    type: 'string[]',
    default: [CONTROLLER_MANAGER],
    help: 'Controllers for which a client configuration is written, controllers/NAME.conf in the data directory; * means each of them and the controller manager, an empty value none.',
  },
]);

/** The names of the flag. @throws UsageError for an unknown one. */
export function controllerCredentials(words: readonly string[]): readonly string[] {
  const known = [CONTROLLER_MANAGER, ...controllerNames];
  const wanted = words.map((word) => word.trim()).filter((word) => word !== '');
  for (const word of wanted) {
    if (word === '*' || known.includes(word)) continue;
    const nearest = nearestName(word, known);
    const advice = nearest === undefined ? '' : ` (did you mean ${nearest}?)`;
    throw new UsageError(
      `flag --controller-credentials: unknown controller "${word}"${advice}; known are ${known.join(', ')}`,
    );
  }
  return wanted.includes('*') ? known : [...new Set(wanted)];
}
