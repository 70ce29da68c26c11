import { type ApiObject, FakeClock } from '@orch/apimachinery';
import type { ObjectReader } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import type { TokenIdentity } from './authenticator.js';
import { bootstrapTokenAuthenticator } from './bootstrap-token.js';

const TOKEN = 'abcdef.0123456789abcdef';
const NOW = Date.UTC(2024, 0, 1);
interface Change {
  readonly namespace?: string;
  readonly name?: string;
  readonly type?: string;
  readonly data?: Record<string, string | undefined>;
  readonly deleted?: boolean;
}

function authenticate(change: Change = {}, token = TOKEN) {
  const data: Record<string, string | undefined> = {
    'token-id': 'abcdef',
    'token-secret': '0123456789abcdef',
    'usage-bootstrap-authentication': 'true',
    ...change.data,
  };
  const secret: ApiObject = {
    metadata: {
      name: change.name ?? 'bootstrap-token-abcdef',
      namespace: change.namespace ?? 'orch-system',
      ...(change.deleted ? { deletionTimestamp: '2024-01-01T00:00:00Z' } : {}),
    },
    type: change.type ?? 'bootstrap.orch.io/token',
    data: Object.fromEntries(
      Object.entries(data).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, Buffer.from(value).toString('base64')]],
      ),
    ),
  };
  const reader: ObjectReader = {
    read: (r, namespace, name) =>
      r.resource === 'secrets' && namespace === secret.metadata.namespace && name === secret.metadata.name
        ? secret
        : undefined,
    has: () => false,
    readAll: () => [],
  };
  const found = bootstrapTokenAuthenticator(reader, vocabularies.orch, new FakeClock(NOW)).authenticateToken(token, []);
  return (found as TokenIdentity | undefined)?.user;
}

describe('bootstrap tokens', () => {
  it('B-018 B-019 authenticates the user of the id, in the group of all such users', () =>
    expect(authenticate()).toEqual({ username: 'system:bootstrap:abcdef', groups: ['system:bootstrappers'] }));
  it('B-020 adds extra groups', () =>
    expect(
      authenticate({ data: { 'auth-extra-groups': 'system:bootstrappers:a,system:bootstrappers:b' } }),
    ).toMatchObject({
      groups: ['system:bootstrappers', 'system:bootstrappers:a', 'system:bootstrappers:b'],
    }));
  it('A-269 accepts a description', () => expect(authenticate({ data: { description: 'x' } })).toBeDefined());
  it('B-021 accepts a token that expires later', () =>
    expect(authenticate({ data: { expiration: '2024-01-01T00:00:01Z' } })).toBeDefined());
  it('A-276 the identity does not contain the secret', () =>
    expect(JSON.stringify(authenticate())).not.toContain('0123456789abcdef'));

  const refused: Array<[string, string, Change, string?]> = [
    ['B-013', 'upper case', {}, 'ABCDEF.0123456789abcdef'],
    ['B-013', 'a short secret', {}, 'abcdef.0123456789abcde'],
    ['A-275', 'text around the token', {}, `${TOKEN}x`],
    ['A-268', 'a wrong secret', {}, 'abcdef.0123456789abcdee'],
    ['A-268', 'no secret in the Secret', { data: { 'token-secret': undefined } }],
    ['A-267', 'no id in the Secret', { data: { 'token-id': undefined } }],
    ['D-022', 'another id in the Secret', { data: { 'token-id': 'abcdee' } }],
    ['B-014', 'another type', { type: 'Opaque' }],
    ['B-015', 'another name', { name: 'token-abcdef' }],
    ['B-016', 'another namespace', { namespace: 'default' }],
    ['B-017', 'no usage', { data: { 'usage-bootstrap-authentication': undefined } }],
    ['B-017', 'usage True', { data: { 'usage-bootstrap-authentication': 'True' } }],
    ['A-272', 'usage false', { data: { 'usage-bootstrap-authentication': 'false' } }],
    ['B-021', 'past expiration', { data: { expiration: '2024-01-01T00:00:00Z' } }],
    ['A-270', 'past expiration in another zone', { data: { expiration: '2024-01-01T01:00:00+02:00' } }],
    ['D-024', 'an expiration that is not a time', { data: { expiration: 'soon' } }],
    ['D-024', 'an expiration that is only a year', { data: { expiration: '2999' } }],
    ['D-024', 'an expiration on a day that does not exist', { data: { expiration: '2030-02-30T00:00:00Z' } }],
    ['D-023', 'a foreign group', { data: { 'auth-extra-groups': 'system:masters' } }],
    [
      'D-023',
      'one foreign group among good ones',
      { data: { 'auth-extra-groups': 'system:bootstrappers:a,system:masters' } },
    ],
    ['A-274', 'a group that ends in a dash', { data: { 'auth-extra-groups': 'system:bootstrappers:a-' } }],
    ['B-021', 'a Secret that is being deleted', { deleted: true }],
  ];
  for (const [id, name, change, token] of refused) {
    it(`${id} rejects ${name}`, () => expect(authenticate(change, token)).toBeUndefined());
  }
});
