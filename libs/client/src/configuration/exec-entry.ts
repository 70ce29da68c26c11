import { dirname, resolve } from 'node:path';
import type { Vocabulary } from '@orch/vocabulary';
import type { ClusterEntry, Named, UserEntry } from './config-file.js';
import { ConfigurationError } from './configuration-error.js';
import { INTERACTIVE_MODES, type InteractiveMode, type PluginCredentials } from './plugin-credentials.js';

type Entry = Readonly<Record<string, unknown>>;

/**
 * The entry `exec` of a user: `{apiVersion, command, args, env, interactiveMode, installHint, provideClusterInfo}`. Nothing is run.
 * @throws ConfigurationError when a field is missing or wrong (B-148, B-150, B-157, B-158). Values of `env` and `args` are not shown.
 */
export function pluginCredentialsOf(
  user: Named<UserEntry>,
  cluster: Named<ClusterEntry>,
  { groups, client }: Vocabulary,
): PluginCredentials {
  const { exec } = user.entry;
  if (!isMap(exec)) throw invalid(user, 'must be a map');
  const apiVersion = apiVersionOf(user, exec, groups.clientAuthentication);
  const installHint = textOf(user, exec, 'installHint');
  const clusterConfig = extensionOf(cluster, `${groups.clientAuthentication}/exec`);
  return {
    apiVersion,
    command: commandOf(user, exec),
    args: listOf(user, exec, 'args', isText, 'texts'),
    env: environmentOf(user, exec),
    interactiveMode: interactiveModeOf(user, exec, apiVersion.endsWith('/v1beta1')),
    ...(installHint === undefined ? {} : { installHint }),
    provideClusterInfo: flagOf(user, exec, 'provideClusterInfo'),
    ...(clusterConfig === undefined ? {} : { clusterConfig }),
    infoEnvironment: client.execInfoEnvironment,
  };
}

function apiVersionOf(user: Named<UserEntry>, exec: Entry, group: string): string {
  const known = [`${group}/v1`, `${group}/v1beta1`];
  const apiVersion = textOf(user, exec, 'apiVersion');
  if (apiVersion === undefined) throw invalid(user, `needs apiVersion: ${known.join(' or ')}`);
  if (!known.includes(apiVersion))
    throw invalid(user, `has apiVersion ${apiVersion}, and must have ${known.join(' or ')}`);
  return apiVersion;
}

/** A command with a slash is relative to the file (B-149), as in a shell; others are found in `PATH`. */
function commandOf(user: Named<UserEntry>, exec: Entry): string {
  const command = textOf(user, exec, 'command');
  if (command === undefined) throw invalid(user, 'needs command');
  return command.includes('/') ? resolve(dirname(user.file), command) : command;
}

function environmentOf(user: Named<UserEntry>, exec: Entry): Record<string, string> {
  const variables = listOf(user, exec, 'env', isVariable, '{name, value}');
  return Object.fromEntries(variables.map(({ name, value }) => [name, value ?? '']));
}

function interactiveModeOf(user: Named<UserEntry>, exec: Entry, isOptional: boolean): InteractiveMode {
  const mode = textOf(user, exec, 'interactiveMode');
  if (mode === undefined && isOptional) return 'IfAvailable';
  const known = INTERACTIVE_MODES.join(', ');
  if (mode === undefined) throw invalid(user, `needs interactiveMode: one of ${known}`);
  if (!isInteractiveMode(mode)) throw invalid(user, `has interactiveMode ${mode}, and must have one of ${known}`);
  return mode;
}

function extensionOf({ name, file, entry: { extensions } }: Named<ClusterEntry>, wanted: string): unknown {
  if (extensions === undefined || extensions === null) return undefined;
  if (!Array.isArray(extensions)) {
    throw new ConfigurationError('Invalid', `${file}: extensions of cluster "${name}" must be a list`);
  }
  const found = extensions.find((item: unknown) => isMap(item) && item['name'] === wanted) as Entry | undefined;
  return found?.['extension'];
}

function textOf(user: Named<UserEntry>, exec: Entry, key: string): string | undefined {
  const value = exec[key];
  if (value === undefined || value === null || value === '') return undefined;
  if (!isText(value)) throw invalid(user, `${key} must be a text`);
  return value;
}

function flagOf(user: Named<UserEntry>, exec: Entry, key: string): boolean {
  const value = exec[key] ?? false;
  if (typeof value !== 'boolean') throw invalid(user, `${key} must be true or false`);
  return value;
}

function listOf<T>(
  user: Named<UserEntry>,
  exec: Entry,
  key: string,
  isItem: (item: unknown) => item is T,
  what: string,
): readonly T[] {
  const value = exec[key] ?? [];
  if (!Array.isArray(value) || !value.every(isItem)) throw invalid(user, `${key} must be a list of ${what}`);
  return value;
}

/** The operating system ends a text at a NUL. */
const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0');

const isVariable = (item: unknown): item is { readonly name: string; readonly value?: string } =>
  isMap(item) &&
  isText(item['name']) &&
  item['name'] !== '' &&
  !item['name'].includes('=') &&
  isText(item['value'] ?? '');

const isInteractiveMode = (text: string): text is InteractiveMode => INTERACTIVE_MODES.includes(text);

const isMap = (value: unknown): value is Entry => typeof value === 'object' && value !== null && !Array.isArray(value);

const invalid = (user: Named<UserEntry>, why: string): ConfigurationError =>
  new ConfigurationError('Invalid', `${user.file}: exec of user "${user.name}" ${why}`);
