import { flagGroup, type FlagValues, UsageError } from '@orch/process';
import {
  AUTHORIZATION_MODES,
  type AuthorizationMode,
  type AuthorizationOptions,
} from '../authorization/authorization-options.js';

/** Flags of who may do what (D-068, D-074..D-076). */
export const authorizationFlags = flagGroup('Authorization', [
  {
    name: 'authorization-mode',
    type: 'string[]',
    default: ['RBAC'],
    help: `Who decides what users may do, in the order in which they are asked: ${AUTHORIZATION_MODES.join(', ')}.`,
  },
  {
    name: 'authorization-policy-file',
    type: 'string',
    default: undefined,
    help: 'File of policies for mode ABAC: one JSON object a line.',
  },
  {
    name: 'authorization-webhook-config-file',
    type: 'string',
    default: undefined,
    help: 'Client configuration file of the service that decides in mode Webhook.',
  },
  {
    name: 'authorization-webhook-version',
    type: 'string',
    default: 'v1beta1',
    choices: ['v1beta1', 'v1'],
    help: 'Version of the SubjectAccessReview that the service is sent.',
  },
  {
    name: 'authorization-webhook-cache-authorized-ttl',
    type: 'duration',
    default: '5m',
    help: 'How long the service need not be asked again about what it allowed.',
  },
  {
    name: 'authorization-webhook-cache-unauthorized-ttl',
    type: 'duration',
    default: '30s',
    help: 'How long the service need not be asked again about what it did not allow.',
  },
]);

/** @throws UsageError for modes that cannot be, and for files that are missing or that no mode reads. */
export function authorizationOptions(values: FlagValues<readonly [typeof authorizationFlags]>): AuthorizationOptions {
  const modes = modesOf(values['authorization-mode']);
  const policyFile = fileOf('authorization-policy-file', values['authorization-policy-file'], 'ABAC', modes);
  const configFile = fileOf(
    'authorization-webhook-config-file',
    values['authorization-webhook-config-file'],
    'Webhook',
    modes,
  );
  return {
    modes,
    policyFile,
    webhook:
      configFile === undefined
        ? undefined
        : {
            configFile,
            version: values['authorization-webhook-version'],
            authorizedTtlMs: values['authorization-webhook-cache-authorized-ttl'],
            unauthorizedTtlMs: values['authorization-webhook-cache-unauthorized-ttl'],
          },
  };
}

function modesOf(names: readonly string[]): readonly AuthorizationMode[] {
  const problem = (text: string) => new UsageError(`flag --authorization-mode: ${text}`);
  if (names.length === 0) throw problem(`needs at least one of ${AUTHORIZATION_MODES.join(', ')}`);
  return names.map((name, index) => {
    const mode = AUTHORIZATION_MODES.find((known) => known === name);
    if (!mode) throw problem(`${JSON.stringify(name)} is no mode: use ${AUTHORIZATION_MODES.join(', ')}`);
    if (names.indexOf(name) !== index) throw problem(`${name} stands there twice: leave one out`);
    return mode;
  });
}

/** A file without its mode would be one whose rules do not hold, though somebody wrote them. */
function fileOf(
  flag: string,
  file: string | undefined,
  mode: AuthorizationMode,
  modes: readonly AuthorizationMode[],
): string | undefined {
  if (!modes.includes(mode)) {
    if (file === undefined) return undefined;
    throw new UsageError(`flag --${flag}: is read in mode ${mode} only: add ${mode} to --authorization-mode`);
  }
  if (!file) throw new UsageError(`flag --${flag}: is needed by mode ${mode} of --authorization-mode`);
  return file;
}
