import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  Client,
  ConfigurationError,
  loadClientConfiguration,
  type ClientConfiguration,
  type Credentials,
} from '@orch/client';
import { DEFAULT_DATA_DIR, escapeTerminal, parseDuration, productVersion } from '@orch/process';
import { vocabularyByName, type Vocabulary } from '@orch/vocabulary';
import type { GlobalOptions } from '../command-line/global-options.js';
import { ResourceCatalog } from '../resources/resource-catalog.js';
import { UserError } from '../user-error.js';
import { impersonation } from './impersonation.js';

/** Client and settings of a command. Created once per run; `close` closes its connections. */
export interface Session {
  readonly client: Client;
  readonly catalog: ResourceCatalog;
  readonly vocabulary: Vocabulary;
  /** Of the flag, else of the context. */
  readonly namespace: string;
  /** Whether the user set it: then objects must not have another namespace. */
  readonly namespaceGiven: boolean;
  /** Whether the server has answered a request. */
  readonly isAnswered: boolean;
  /** Of one request, also of a watch. Unit: milliseconds. */
  readonly requestTimeoutMs: number;
  close(): Promise<void>;
}

/** Global options, and those of commands that concern their session. */
export interface SessionOptions extends GlobalOptions {
  /** Manifests; `-` is the standard input. */
  readonly filename?: readonly string[];
}

/** Far longer than any call: the client wants a number. Unit: milliseconds. */
const NO_LIMIT_MS = 2 ** 31 - 1;

/** @throws UserError, ConfigurationError. No request is made, and no credential plugin is run. */
export function openSession(options: SessionOptions): Session {
  const vocabulary = vocabularyByName(options.vocabulary);
  const configuration = overridden(load(vocabulary, options), options);
  const timeoutMs = requestTimeoutMs(options.requestTimeout);
  let isAnswered = false;
  const client = new Client({
    configuration,
    vocabulary,
    userAgent: `${vocabulary.client.commandLine}/${productVersion()}`,
    timeoutMs,
    onRequest: ({ code }) => (isAnswered ||= code !== undefined),
    onWarning: (text) => void process.stderr.write(escapeTerminal(`Warning: ${text}\n`)),
  });
  return {
    client,
    vocabulary,
    catalog: new ResourceCatalog(client.discovery),
    namespace: options.namespace ?? configuration.namespace,
    namespaceGiven: options.namespace !== undefined,
    get isAnswered() {
      return isAnswered;
    },
    requestTimeoutMs: timeoutMs,
    close: () => client.close(),
  };
}

/** Hint at the configuration of a server that was started in this directory. */
function load(vocabulary: Vocabulary, options: GlobalOptions): ClientConfiguration {
  try {
    return loadClientConfiguration({
      vocabulary,
      ...given('file', options.orchconfig),
      ...given('context', options.context),
    });
  } catch (cause) {
    const isNoneFound = cause instanceof ConfigurationError && cause.code === 'NotFound';
    const path = join(DEFAULT_DATA_DIR, 'admin.conf');
    if (!isNoneFound || options.orchconfig !== undefined || !isMadeIn(vocabulary, path)) throw cause;
    const { configEnvironment } = vocabulary.client;
    throw new UserError(`no client configuration found; run: export ${configEnvironment}=$PWD/${path}`, { cause });
  }
}

/** Whether the data directory of this configuration was made in the vocabulary: in another one the server refuses the objects' names. */
function isMadeIn(vocabulary: Vocabulary, adminConf: string): boolean {
  const note = join(dirname(adminConf), 'vocabulary');
  if (!existsSync(adminConf)) return false;
  return !existsSync(note) || readFileSync(note, 'utf8').trim() === vocabulary.name;
}

/** Flags precede the file. With `--token` the client certificate of the file is not used. @throws UserError. */
export function overridden(configuration: ClientConfiguration, options: SessionOptions): ClientConfiguration {
  if (options.server !== undefined && !isHttpUrl(options.server)) {
    throw new UserError(`--server=${options.server}: must be a URL such as https://127.0.0.1:6443`);
  }
  const { cert: _cert, key: _key, ...serverTls } = configuration.tls;
  const tls = options.token === undefined ? configuration.tls : serverTls;
  const { ca: _ca, ...withoutCa } = tls;
  return {
    ...configuration,
    ...given('server', options.server),
    tls: options.insecureSkipTlsVerify ? { ...withoutCa, insecureSkipVerify: true } : tls,
    credentials: credentialsOf(configuration, options),
    ...impersonation(configuration.impersonate, options),
  };
}

/** A plugin cannot ask a person whose terminal is read for manifests. */
function credentialsOf({ credentials }: ClientConfiguration, { token, filename }: SessionOptions): Credentials {
  if (token !== undefined) return { type: 'token', token };
  if (credentials.type !== 'plugin' || !filename?.includes('-')) return credentials;
  return { type: 'plugin', plugin: { ...credentials.plugin, stdinUsedBy: '-f -' } };
}

const isHttpUrl = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text);

/** @returns milliseconds. @throws UserError. */
export function requestTimeoutMs(text: string): number {
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : parseDuration(text);
  if (ms === undefined || ms < 0) {
    throw new UserError(`--request-timeout=${text}: must be a number of seconds or a duration such as 30s`);
  }
  return ms === 0 ? NO_LIMIT_MS : ms;
}

function given<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, V>);
}
