import { randomBytes } from 'node:crypto';
import { readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { errorMessage } from '@orch/apimachinery';
import { isMap, isSeq, parseDocument, type Document, type YAMLMap } from 'yaml';
import { providerTokens } from '../configuration/oidc-auth-provider.js';
import { ConfigurationError } from '../configuration/configuration-error.js';
import type { OidcCredentials, ProviderTokens } from '../configuration/oidc-credentials.js';

type Entry = OidcCredentials['entry'];

/** The current tokens in the file: another process may have refreshed them. Empty when the entry was removed. */
export function readProviderTokens(entry: Entry): ProviderTokens {
  try {
    const { user } = opened(entry);
    return user ? providerTokens((user.toJSON() as { 'auth-provider'?: unknown })['auth-provider']) : {};
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/**
 * Puts new tokens into the entry and leaves everything else in the file as it is, comments too (B-069). The file is replaced
 * by a rename, with its mode kept, so no reader sees a partial file.
 * @throws ConfigurationError when the file cannot be written.
 */
export function writeProviderTokens(entry: Entry, tokens: ProviderTokens): void {
  try {
    const { document, user, path } = opened(entry);
    if (!user) return; // removed meanwhile: nothing to write
    const set = (key: string, value: string | undefined): void => {
      if (value !== undefined) user.setIn(['auth-provider', 'config', key], document.createNode(value));
    };
    set('id-token', tokens.idToken);
    set('refresh-token', tokens.refreshToken);
    replaceFile(path, document.toString({ lineWidth: 0 }));
  } catch (error) {
    const why = errorMessage(error);
    throw new ConfigurationError('Invalid', `${entry.file}: new tokens of "${entry.user}" cannot be kept: ${why}`, {
      cause: error,
    });
  }
}

function opened({ file, user: name }: Entry): { document: Document; user: YAMLMap | undefined; path: string } {
  const path = realpathSync(file); // a link stays a link
  const document = parseDocument(readFileSync(path, 'utf8'));
  const users = document.get('users');
  const named = isSeq(users) ? users.items.find((item) => isMap(item) && item.get('name') === name) : undefined;
  const user = isMap(named) ? named.get('user') : undefined;
  return { document, user: isMap(user) ? user : undefined, path };
}

function replaceFile(path: string, text: string): void {
  const next = `${path}.${randomBytes(8).toString('hex')}.new`;
  try {
    writeFileSync(next, text, { mode: statSync(path).mode & 0o777, flag: 'wx' });
    renameSync(next, path);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}
