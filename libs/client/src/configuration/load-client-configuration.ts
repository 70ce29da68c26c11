import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import type { Vocabulary } from '@orch/vocabulary';
import type { ClientConfiguration } from './client-configuration.js';
import type { ConfigFile } from './config-file.js';
import { ConfigurationError } from './configuration-error.js';
import { inClusterConfiguration } from './in-cluster.js';
import { mergeConfigFiles, parseConfigFile } from './parse-config-file.js';
import { resolveContext } from './resolve-context.js';

export interface LoadOptions {
  readonly vocabulary: Vocabulary;
  /** Only this file, which must exist. */
  readonly file?: string;
  /** Name of the context. Default: the file's current one. */
  readonly context?: string;
  /** Default: `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Tried when the environment names no file. Default: the file below the home directory. */
  readonly fallbackFiles?: readonly string[];
  /** Folder of the token in a pod. Default: the vocabulary's. */
  readonly serviceAccountMount?: string;
  /** Called with the absolute path of each file that is read. */
  readonly onFile?: (path: string) => void;
}

/**
 * Server and credentials: from an explicit file, else the files of the environment variable, else the fallback
 * files, else the environment of a pod.
 * @throws ConfigurationError with the paths that were tried.
 * Source: D-121, D-122, D-128.
 */
export function loadClientConfiguration(options: LoadOptions): ClientConfiguration {
  const { vocabulary, context, environment = process.env } = options;
  const config = readConfigFiles({ ...options, environment });
  if (config) return resolveContext(config, context, vocabulary);
  const inCluster = inClusterConfiguration(vocabulary, environment, options.serviceAccountMount);
  if (inCluster && context === undefined) return inCluster;
  const { configEnvironment } = vocabulary.client;
  throw new ConfigurationError(
    'NotFound',
    `no client configuration: looked for ${candidates({ ...options, environment }).join(', ')} and for the environment of ` +
      `a pod; name a file, or set ${configEnvironment}`,
  );
}

/** All files merged; undefined when none of them exists. @throws ConfigurationError. */
export function readConfigFiles(options: LoadOptions): ConfigFile | undefined {
  if (options.file !== undefined) {
    const only = readIfPresent(options.file, options.onFile);
    if (only) return only;
    throw new ConfigurationError('NotFound', `client configuration ${resolve(options.file)} does not exist`);
  }
  const files = candidates(options).flatMap((path) => readIfPresent(path, options.onFile) ?? []);
  return files.length === 0 ? undefined : mergeConfigFiles(files);
}

function candidates(options: LoadOptions): readonly string[] {
  const { vocabulary, environment = process.env } = options;
  const named = (environment[vocabulary.client.configEnvironment] ?? '').split(delimiter).filter((path) => path !== '');
  if (named.length > 0) return named;
  return options.fallbackFiles ?? [join(environment['HOME'] || homedir(), vocabulary.client.homeConfig)];
}

function readIfPresent(path: string, onFile: LoadOptions['onFile']): ConfigFile | undefined {
  const full = resolve(path);
  let text: string;
  try {
    text = readFileSync(full, 'utf8');
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new ConfigurationError('Invalid', `cannot read client configuration ${full}`, { cause: err });
  }
  onFile?.(full);
  return parseConfigFile(text, full);
}
