import type { UserInfo } from '@orch/api';
import type { TokenAuthenticator } from './authenticator.js';
import { TokenHashes } from './token-hashes.js';

/** An unusable token file. The message has the line and what to do, and never contains a token. */
export class TokenFileError extends Error {
  override readonly name = 'TokenFileError';
}

/**
 * Reads `--token-auth-file`: CSV lines of token, user name, uid and an optional quoted comma list of groups (D-019). The last
 * of several lines with one token wins (D-020).
 * @throws TokenFileError on a line with fewer than three columns or an empty token or user name.
 */
export function parseTokenFile(text: string, file: string): ReadonlyMap<string, UserInfo> {
  const users = new Map<string, UserInfo>();
  text.split(/\r?\n/).forEach((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return;
    const [token, username, uid, groups = ''] = splitCsvLine(line);
    if (!token || !username || uid === undefined) {
      throw new TokenFileError(`${file}, line ${index + 1}: needs token,user,uid and may have "group1,group2"`);
    }
    const names = groups
      .split(',')
      .map((group) => group.trim())
      .filter((group) => group !== '');
    users.set(token, Object.freeze({ username, ...(uid === '' ? {} : { uid }), groups: Object.freeze(names) }));
  });
  return users;
}

/**
 * Authenticates the tokens of a file that was read at the start, by keyed hashes: the duration of a look-up does not
 * reveal how much of a token was right, and no token stays in memory.
 */
export function tokenFileAuthenticator(users: ReadonlyMap<string, UserInfo>): TokenAuthenticator {
  const hashes = new TokenHashes();
  const byHash = new Map([...users].map(([token, user]) => [hashes.of(token), user]));
  return {
    name: 'tokenFile',
    authenticateToken: (token, _audiences, requester) => {
      const user = byHash.get(hashes.of(token, requester));
      return user && { user };
    },
  };
}

/** One CSV line: columns may be quoted, a doubled quote inside is one quote. */
function splitCsvLine(line: string): string[] {
  const columns: string[] = [];
  let at = 0;
  while (at <= line.length) {
    while (line[at] === ' ') at++;
    let column = '';
    if (line[at] === '"') {
      for (at++; at < line.length && !(line[at] === '"' && line[at + 1] !== '"'); at++) {
        if (line[at] === '"') at++;
        column += line[at];
      }
      const comma = line.indexOf(',', at);
      at = comma < 0 ? line.length : comma;
    } else {
      const comma = line.indexOf(',', at);
      const end = comma < 0 ? line.length : comma;
      column = line.slice(at, end).trim();
      at = end;
    }
    columns.push(column);
    at++;
  }
  return columns;
}
