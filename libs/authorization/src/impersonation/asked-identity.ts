import { ApiError } from '@orch/apimachinery';
import { headerKey, headerText } from '@orch/http';

/** As whom a request asks to be taken, as its headers say. */
export interface AskedIdentity {
  /** Not empty. */
  readonly username: string;
  /** As they came; none when no header named one. */
  readonly groups: readonly string[];
  readonly uid: string | undefined;
  /** Values by key; keys are as {@link headerKey} makes them. */
  readonly extra: ReadonlyMap<string, readonly string[]>;
}

const PREFIX = 'impersonate-';
const EXTRA_PREFIX = `${PREFIX}extra-`;

/** Whether a request asks to be taken as somebody else. Looked at for every request, so it allocates nothing. */
export function asksToImpersonate(headers: object): boolean {
  for (const name in headers) if (name.startsWith(PREFIX)) return true;
  return false;
}

/**
 * Reads the `Impersonate-*` headers (B-131..B-138).
 * @param rawHeaders name and value in turn, as Node gives them: it joins what is repeated, so only here one can tell.
 * @throws ApiError BadRequest without a user name (B-137, D-108), for what is there twice and may not be, for what is no UTF-8,
 * and for an `Impersonate-` header that is none of these: to leave it out of account would act as somebody else than was asked for.
 */
export function askedIdentity(rawHeaders: readonly string[]): AskedIdentity {
  const singles = new Map<string, string>();
  const groups: string[] = [];
  const extra = new Map<string, string[]>();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    if (!name.startsWith(PREFIX)) continue;
    const value = headerText(rawHeaders[i + 1]!);
    if (value === undefined) throw ApiError.badRequest(`the header ${name} is no UTF-8`);
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
    throw ApiError.badRequest(`requested ${whatWasAsked(singles, groups, extra)} without impersonating a user`);
  }
  return { username, groups, uid: singles.get('impersonate-uid') || undefined, extra };
}

function whatWasAsked(
  singles: ReadonlyMap<string, string>,
  groups: readonly string[],
  extra: ReadonlyMap<string, readonly string[]>,
): string {
  const asked = [
    ...groups.map((group) => `group ${JSON.stringify(group)}`),
    ...[...extra.keys()].map((key) => `extra ${JSON.stringify(key)}`),
    ...(singles.get('impersonate-uid') ? ['a uid'] : []),
  ];
  return asked.length === 0 ? 'somebody whose name is empty' : asked.join(', ');
}
