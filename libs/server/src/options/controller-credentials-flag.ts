import { CONTROLLER_MANAGER, controllerNames } from '@orch/controller-rights';
import { flagGroup, unknownName } from '@orch/process';

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
    throw unknownName('controller-credentials', 'controller', word, known);
  }
  return wanted.includes('*') ? known : [...new Set(wanted)];
}
