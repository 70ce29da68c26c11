import { ApiError } from '@orch/apimachinery';
import { headerKey, headerText } from '@orch/http';

/** The identity in the impersonation headers of a request. */
export interface RequestedIdentity {
  /** Not empty. */
  readonly username: string;
  /** In the order of the headers; empty without such a header. */
  readonly groups: readonly string[];
  readonly uid: string | undefined;
  /** Values by key; keys are decoded by {@link headerKey}. */
  readonly extra: ReadonlyMap<string, readonly string[]>;
}

const PREFIX = 'impersonate-';
const EXTRA_PREFIX = `${PREFIX}extra-`;

/** Whether a request has impersonation headers. Called for every request, so it allocates nothing. */
export function isImpersonating(headers: object): boolean {
  for (const name in headers) if (name.startsWith(PREFIX)) return true;
  return false;
}

/**
 * Reads the `Impersonate-*` headers (B-131..B-138).
 * @param rawHeaders name and value in turn, as Node gives them: only these show repeated headers, which Node joins otherwise.
 * @throws ApiError BadRequest without a user name (B-137, D-108), for a repeated user or uid, for invalid UTF-8, and for an unknown
 * `Impersonate-` header: ignoring it would impersonate a different identity than requested.
 */
export function requestedIdentity(rawHeaders: readonly string[]): RequestedIdentity {
  const singles = new Map<string, string>();
  const groups: string[] = [];
  const extra = new Map<string, string[]>();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    if (!name.startsWith(PREFIX)) continue;
    const value = headerText(rawHeaders[i + 1]!);
    if (value === undefined) throw ApiError.badRequest(`the header ${name} is not valid UTF-8`);
    if (name === 'impersonate-user' || name === 'impersonate-uid') {
      if (singles.has(name)) throw ApiError.badRequest(`the header ${name} is there more than once: send it once`);
      singles.set(name, value);
    } else if (name === 'impersonate-group') {
      if (value === '')
        throw ApiError.badRequest('the header impersonate-group is empty: name a group or leave it out');
      groups.push(value);
    } else if (name.startsWith(EXTRA_PREFIX) && name.length > EXTRA_PREFIX.length) {
      const key = headerKey(name.slice(EXTRA_PREFIX.length));
      const values = extra.get(key) ?? [];
      values.push(value);
      extra.set(key, values);
    } else throw ApiError.badRequest(`the server does not know the header ${name}: leave it out`);
  }
  const username = singles.get('impersonate-user') ?? '';
  if (username === '') {
    throw ApiError.badRequest(`requested ${describeRequested(singles, groups, extra)} without impersonating a user`);
  }
  return { username, groups, uid: singles.get('impersonate-uid') || undefined, extra };
}

function describeRequested(
  singles: ReadonlyMap<string, string>,
  groups: readonly string[],
  extra: ReadonlyMap<string, readonly string[]>,
): string {
  const asked = [
    ...groups.map((group) => `group ${JSON.stringify(group)}`),
    ...[...extra.keys()].map((key) => `extra ${JSON.stringify(key)}`),
    ...(singles.get('impersonate-uid') ? ['a uid'] : []),
  ];
  return asked.length === 0 ? 'an empty user name' : asked.join(', ');
}
