import { flagGroup, type FlagValues, UsageError } from '@orch/process';
import {
  AUTHORIZATION_MODES,
  type AuthorizationMode,
  type AuthorizationOptions,
  AUTHORIZED_TTL_MS,
  UNAUTHORIZED_TTL_MS,
} from './authorization-options.js';

const DEFAULT_MODES: readonly string[] = ['RBAC'];

/** Flags of authorization (D-068, D-074..D-077). */
export const authorizationFlags = flagGroup('Authorization', [
  {
    name: 'authorization-mode',
    type: 'string[]',
    default: DEFAULT_MODES,
    help: `Authorization modes, in the order in which they are consulted: ${AUTHORIZATION_MODES.join(', ')}.`,
  },
  {
    name: 'authorization-policy-file',
    type: 'string',
    default: undefined,
    help: 'File of policies for mode ABAC: one JSON object per line.',
  },
  {
    name: 'authorization-webhook-config-file',
    type: 'string',
    default: undefined,
    help: 'Client configuration file of the webhook in mode Webhook.',
  },
  {
    name: 'authorization-webhook-version',
    type: 'string',
    default: undefined,
    choices: ['v1beta1', 'v1'],
    help: 'API version of the SubjectAccessReview sent to the webhook; default: v1beta1.',
  },
  {
    name: 'authorization-webhook-cache-authorized-ttl',
    type: 'duration',
    default: undefined,
    help: 'How long allowed decisions of the webhook are cached; default: 5m.',
  },
  {
    name: 'authorization-webhook-cache-unauthorized-ttl',
    type: 'duration',
    default: undefined,
    help: 'How long other decisions of the webhook are cached; default: 30s.',
  },
  {
    name: 'authorization-config',
    type: 'string',
    default: undefined,
    help: 'File of kind AuthorizationConfiguration: authorizers in order, with any number of webhooks. Replaces --authorization-mode.',
  },
]);

type AuthorizationFlagValues = FlagValues<readonly [typeof authorizationFlags]>;

/** @throws UsageError for invalid modes, and for files that are missing or that no mode reads. */
export function authorizationOptions(values: AuthorizationFlagValues): AuthorizationOptions {
  const configuration = values['authorization-config'];
  if (configuration !== undefined) return optionsOfFile(configuration, values);
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
            version: values['authorization-webhook-version'] ?? 'v1beta1',
            authorizedTtlMs: values['authorization-webhook-cache-authorized-ttl'] ?? AUTHORIZED_TTL_MS,
            unauthorizedTtlMs: values['authorization-webhook-cache-unauthorized-ttl'] ?? UNAUTHORIZED_TTL_MS,
          },
  };
}

/** The policy file keeps its flag; the configuration file replaces all other flags. */
function optionsOfFile(configFile: string, values: AuthorizationFlagValues): AuthorizationOptions {
  const others = ['authorization-mode', ...WEBHOOK_FLAGS] as const;
  // A list that was not given is the default list itself.
  const given = others.find((name) => values[name] !== undefined && values[name] !== DEFAULT_MODES);
  if (given !== undefined)
    throw new UsageError(`flag --${given}: cannot be used with --authorization-config: set it in that file`);
  if (configFile === '') throw new UsageError('flag --authorization-config: needs the name of a file');
  return { modes: [], policyFile: values['authorization-policy-file'], webhook: undefined, configFile };
}

const WEBHOOK_FLAGS = [
  'authorization-webhook-config-file',
  'authorization-webhook-version',
  'authorization-webhook-cache-authorized-ttl',
  'authorization-webhook-cache-unauthorized-ttl',
] as const;

function modesOf(names: readonly string[]): readonly AuthorizationMode[] {
  const problem = (text: string) => new UsageError(`flag --authorization-mode: ${text}`);
  if (names.length === 0) throw problem(`needs at least one of ${AUTHORIZATION_MODES.join(', ')}`);
  return names.map((name, index) => {
    const mode = AUTHORIZATION_MODES.find((known) => known === name);
    if (!mode) throw problem(`${JSON.stringify(name)} is not a mode: use ${AUTHORIZATION_MODES.join(', ')}`);
    if (names.indexOf(name) !== index) throw problem(`${name} is listed twice: remove one`);
    return mode;
  });
}

/** A file without its mode is an error: its rules would be ignored. */
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
