import { join, resolve } from 'node:path';
import type { Vocabulary } from '@orch/vocabulary';

/** Suggested command for the user, with the configuration that the server has written. */
export function nextStep(vocabulary: Vocabulary, dataDir: string, commandLine: string): string {
  const file = resolve(join(dataDir, 'admin.conf'));
  return `Next, in another terminal: export ${vocabulary.client.configEnvironment}=${quoted(file)} && ${commandLine} get namespaces`;
}

/** The one-time link of the administrator. @param url of the server. @param code is in the fragment, which no browser sends to a server. */
export const dashboardLink = (url: string, code: string): string =>
  `Dashboard, as the administrator (this link works once, within 10 minutes): ${url}/dashboard/#link=${code}`;

/** Quoted for a shell. */
const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`);
