import type { Vocabulary } from '@orch/vocabulary';

/** An object referenced by a token. */
export interface NamedObject {
  readonly name: string;
  readonly uid: string;
}

/** The account of a token, and the objects it is bound to. */
export interface TokenSubject {
  readonly namespace: string;
  readonly account: NamedObject;
  readonly pod?: NamedObject | undefined;
  readonly secret?: NamedObject | undefined;
  /** Of a pod whose node does not exist the uid is empty. */
  readonly node?: NamedObject | undefined;
  /** The Secret of a token whose lifetime it determines (D-042). */
  readonly keptIn?: string | undefined;
}

/** Validity of a token. Unit: seconds since 1970; undefined is unlimited. */
export interface TokenTimes {
  readonly notBefore?: number | undefined;
  readonly expires?: number | undefined;
}

export const SERVICE_ACCOUNTS_GROUP = 'system:serviceaccounts';
const USER_PREFIX = 'system:serviceaccount:';

/** B-028. */
export const serviceAccountUserName = (namespace: string, name: string): string => `${USER_PREFIX}${namespace}:${name}`;

/** The claims of a requested token (D-033, D-034). Times in seconds. */
export function boundClaims(
  { namespace, account, pod, secret, node }: TokenSubject,
  token: {
    readonly issuer: string;
    readonly audiences: readonly string[];
    readonly id: string;
    readonly issuedAt: number;
    readonly expires: number;
    readonly warnAfter?: number | undefined;
  },
  vocabulary: Vocabulary,
): object {
  const { audiences, issuer, id, issuedAt, expires, warnAfter } = token;
  return {
    aud: audiences,
    exp: expires,
    iat: issuedAt,
    iss: issuer,
    jti: id,
    [vocabulary.serviceAccountTokens.claim]: {
      namespace,
      ...(node && { node: node.uid === '' ? { name: node.name } : node }),
      ...(pod && { pod }),
      ...(secret && { secret }),
      serviceaccount: account,
      ...(warnAfter === undefined ? {} : { warnafter: warnAfter }),
    },
    nbf: issuedAt,
    sub: serviceAccountUserName(namespace, account.name),
  };
}

type Claims = Readonly<Record<string, unknown>>;

/** The subject of the claims; undefined when they are not in the format of this API. */
export function subjectOf(claims: Claims, { serviceAccountTokens }: Vocabulary): TokenSubject | undefined {
  const { claim, legacyIssuer, legacyClaimPrefix } = serviceAccountTokens;
  const own = recordOf(claims, claim);
  const isLegacy = claims['iss'] === legacyIssuer && !own;
  const subject = isLegacy ? legacySubject(claims, legacyClaimPrefix) : own && boundSubject(own);
  const named = subject && serviceAccountUserName(subject.namespace, subject.account.name);
  return named !== undefined && claims['sub'] === named ? subject : undefined;
}

function legacySubject(claims: Claims, prefix: string): TokenSubject | undefined {
  const namespace = textOf(claims, `${prefix}namespace`);
  const keptIn = textOf(claims, `${prefix}secret.name`);
  const name = textOf(claims, `${prefix}service-account.name`);
  const uid = textOf(claims, `${prefix}service-account.uid`);
  return namespace && keptIn && name && uid ? { namespace, account: { name, uid }, keptIn } : undefined;
}

function boundSubject(own: Claims): TokenSubject | undefined {
  const namespace = textOf(own, 'namespace');
  const account = namedIn(own, 'serviceaccount');
  if (!namespace || !account) return undefined;
  const bound: Partial<Record<'pod' | 'secret' | 'node', NamedObject>> = {};
  for (const kind of ['pod', 'secret', 'node'] as const) {
    if (!Object.hasOwn(own, kind)) continue;
    const object = namedIn(own, kind) ?? (kind === 'node' && bound.pod ? nodeWithoutUid(own) : undefined);
    if (!object) return undefined; // bound to an object of unknown name
    bound[kind] = object;
  }
  return { namespace, account, ...bound };
}

/** The node of a pod that did not exist when the token was requested. */
function nodeWithoutUid(own: Claims): NamedObject | undefined {
  const node = recordOf(own, 'node');
  const name = node && node['uid'] === undefined ? textOf(node, 'name') : undefined;
  return name ? { name, uid: '' } : undefined;
}

/** Undefined for times that are not numbers: such a token is invalid. A requested token has an expiry. */
export function timesOf(claims: Claims, mustEnd: boolean): TokenTimes | undefined {
  const { exp, nbf } = claims;
  if (exp === undefined && mustEnd) return undefined;
  if (exp !== undefined && !Number.isFinite(exp)) return undefined;
  if (nbf !== undefined && !Number.isFinite(nbf)) return undefined;
  return { notBefore: nbf as number | undefined, expires: exp as number | undefined };
}

/** When a pod that renews its token no longer uses this one; undefined without such a time. Unit: seconds since 1970. */
export function warnAfterOf(claims: Claims, { serviceAccountTokens }: Vocabulary): number | undefined {
  const time = recordOf(claims, serviceAccountTokens.claim)?.['warnafter'];
  return typeof time === 'number' && time !== 0 ? time : undefined;
}

/** The audiences; empty when absent, undefined when they are not a list of strings. */
export function audiencesOf({ aud }: Claims): readonly string[] | undefined {
  if (aud === undefined) return [];
  if (typeof aud === 'string') return [aud];
  return Array.isArray(aud) && aud.every((one) => typeof one === 'string') ? (aud as string[]) : undefined;
}

function namedIn(claims: Claims, key: string): NamedObject | undefined {
  const object = recordOf(claims, key);
  const name = object && textOf(object, 'name');
  const uid = object && textOf(object, 'uid');
  return name && uid ? { name, uid } : undefined;
}

function recordOf(claims: Claims, key: string): Claims | undefined {
  const value = Object.hasOwn(claims, key) ? claims[key] : undefined;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Claims) : undefined;
}

function textOf(claims: Claims, key: string): string | undefined {
  const value = Object.hasOwn(claims, key) ? claims[key] : undefined;
  return typeof value === 'string' ? value : undefined;
}
