import { LineCounter, parseDocument } from 'yaml';
import type { ConfigFile, Named } from './config-file.js';
import { ConfigurationError } from './configuration-error.js';

/**
 * Parses one file, YAML or JSON. An empty file is an empty configuration.
 * @param file its path, for messages and for relative paths inside.
 * @throws ConfigurationError Invalid.
 * Source: D-120.
 */
export function parseConfigFile(text: string, file: string): ConfigFile {
  const root = contentOf(text, file) ?? {};
  if (!isMap(root)) throw invalid(file, 'it must be a map');
  const { kind = 'Config', apiVersion = 'v1' } = root;
  if (kind !== 'Config' || apiVersion !== 'v1') {
    throw invalid(file, `apiVersion v1 and kind Config are wanted, not ${String(apiVersion)} and ${String(kind)}`);
  }
  const currentContext = root['current-context'];
  return {
    clusters: namedList(root, 'clusters', 'cluster', file),
    users: namedList(root, 'users', 'user', file),
    contexts: namedList(root, 'contexts', 'context', file),
    ...(typeof currentContext === 'string' && currentContext !== '' ? { currentContext } : {}),
  };
}

/** Errors name the place and the code of a problem: messages of the package quote the text, which holds tokens, and end up in logs. */
function contentOf(text: string, file: string): unknown {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { prettyErrors: false, logLevel: 'error', lineCounter });
  const problem = document.errors[0];
  if (problem) {
    const { line, col } = lineCounter.linePos(problem.pos[0]);
    const code = problem.code.toLowerCase().replaceAll('_', ' ');
    throw invalid(file, `broken YAML at line ${line}, column ${col}: ${code}`);
  }
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    throw invalid(file, 'an alias of it cannot be resolved');
  }
}

/** Merges several files: the first definition of a name, or of the current context, wins. Source: D-122. */
export function mergeConfigFiles(files: readonly ConfigFile[]): ConfigFile {
  const current = files.find((file) => file.currentContext !== undefined)?.currentContext;
  return {
    clusters: firstOfEachName(files.flatMap((file) => file.clusters)),
    users: firstOfEachName(files.flatMap((file) => file.users)),
    contexts: firstOfEachName(files.flatMap((file) => file.contexts)),
    ...(current === undefined ? {} : { currentContext: current }),
  };
}

function namedList<E>(root: Record<string, unknown>, list: string, field: string, file: string): Named<E>[] {
  const value = root[list] ?? [];
  if (!Array.isArray(value)) throw invalid(file, `${list} must be a list`);
  return value.map((item: unknown, index) => {
    if (!isMap(item) || typeof item['name'] !== 'string') throw invalid(file, `${list}[${index}] needs a name`);
    const entry = item[field] ?? {};
    if (!isMap(entry)) throw invalid(file, `${list}[${index}].${field} must be a map`);
    return { name: item['name'], file, entry: entry as E };
  });
}

function firstOfEachName<E>(entries: readonly Named<E>[]): Named<E>[] {
  const byName = new Map<string, Named<E>>();
  for (const entry of entries) if (!byName.has(entry.name)) byName.set(entry.name, entry);
  return [...byName.values()];
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const invalid = (file: string, why: string): ConfigurationError =>
  new ConfigurationError('Invalid', `${file} is not a client configuration: ${why}`);
