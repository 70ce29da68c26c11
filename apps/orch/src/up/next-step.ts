import { join, resolve } from 'node:path';
import type { Vocabulary } from '@orch/vocabulary';

/** Suggested command for the user, with the configuration that the server has written. */
export function nextStep(vocabulary: Vocabulary, dataDir: string, commandLine: string): string {
  const file = resolve(join(dataDir, 'admin.conf'));
  return `Next, in another terminal: export ${vocabulary.client.configEnvironment}=${quoted(file)} && ${commandLine} get namespaces`;
}

/** Quoted for a shell. */
const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`);
