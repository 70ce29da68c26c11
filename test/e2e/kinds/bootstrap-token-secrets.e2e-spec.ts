import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { ResourceServer } from '../../support/resource-fixtures.js';

const SECRET = '0123456789abcdef';
const IN_AN_HOUR = () => new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+/, '');
const AN_HOUR_AGO = () => new Date(Date.now() - 3_600_000).toISOString().replace(/\.\d+/, '');

// "Bootstrap token Secret" and "3. Bootstrap tokens" as authentication sees them: without controllers, so that nothing cleans
// up. Signing and cleaning: bootstrap-tokens.e2e-spec.ts. Groups of A-274 wait for self subject reviews.
describe.each(VOCABULARY_NAMES)('bootstrap tokens without controllers in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let next = 0;

  beforeAll(async () => {
    server = await ResourceServer.start({ vocabulary, flags: ['--enable-bootstrap-token-auth'] });
  });
  afterAll(() => server?.stop());

  interface Change {
    readonly name?: (id: string) => string;
    readonly namespace?: string;
    readonly type?: string;
    readonly data?: Readonly<Record<string, string | undefined>>;
  }
  /** Stores a token, good but for `change`, and answers what the server takes it for: a name, or a code. */
  const taken = async (change: Change = {}, bearer = (id: string) => `${id}.${SECRET}`): Promise<string | number> => {
    const id = `t${String(next++).padStart(5, '0')}`;
    const namespace = change.namespace ?? server.vocabulary.namespaces.system;
    await server.create(`/api/v1/namespaces/${namespace}/secrets`, {
      metadata: { name: change.name?.(id) ?? `bootstrap-token-${id}` },
      type: change.type ?? server.vocabulary.secretTypes.bootstrapToken,
      stringData: {
        'token-id': id,
        'token-secret': SECRET,
        'usage-bootstrap-authentication': 'true',
        ...change.data,
      },
    });
    const { code, body } = await server.get('/api/v1/nodes', { as: { token: bearer(id) } });
    const user = /User "([^"]*)"/.exec(body.message)?.[1];
    return user?.replace(id, '<id>') ?? code;
  };

  const accepted: [string, string, Change][] = [
    ['A-275 A-276 B-013 B-018', 'alone', {}],
    ['A-269', 'with a description', { data: { description: 'for tests' } }],
    ['A-270 A-503 B-021', 'before it expires', { data: { expiration: IN_AN_HOUR() } }],
    ['A-272 B-017', 'when it may be used to authenticate', { data: { 'usage-bootstrap-signing': 'false' } }],
    [
      'A-274 B-020',
      'with groups of its kind',
      { data: { 'auth-extra-groups': 'system:bootstrappers:a,system:bootstrappers:b' } },
    ],
    [
      'C-156',
      'with a group of the longest name',
      { data: { 'auth-extra-groups': `system:bootstrappers:${'a'.repeat(256)}` } },
    ],
  ];
  it.each(accepted)('%s a token is taken %s', async (_id, _what, change) =>
    expect(await taken(change)).toBe('system:bootstrap:<id>'),
  );

  const refused: [string, string, Change][] = [
    ['A-264 B-016', 'in another namespace', { namespace: 't1' }],
    ['A-265 B-014', 'of another type', { type: 'Opaque' }],
    ['A-266 B-015', 'under another name', { name: (id) => `token-${id}` }],
    ['A-267', 'without id', { data: { 'token-id': undefined } }],
    ['A-267 C-157', 'with an id of 5 characters', { data: { 'token-id': 'abcde' } }],
    ['D-022', 'with another id inside', { data: { 'token-id': 'abcdef' } }],
    ['A-268', 'without secret', { data: { 'token-secret': undefined } }],
    ['A-268 D-022', 'with another secret', { data: { 'token-secret': SECRET.replace('0', '1') } }],
    ['A-270 A-503 B-021 B-326', 'when it has expired', { data: { expiration: AN_HOUR_AGO() } }],
    ['D-024', 'with an expiration that is not a time', { data: { expiration: 'soon' } }],
    ['A-272 B-017', 'without its use', { data: { 'usage-bootstrap-authentication': undefined } }],
    ['A-272 B-017', 'when its use is false', { data: { 'usage-bootstrap-authentication': 'false' } }],
    ['B-017', 'when its use is True', { data: { 'usage-bootstrap-authentication': 'True' } }],
    ['A-274 D-023', 'with a group of administrators', { data: { 'auth-extra-groups': 'system:masters' } }],
    ['C-156', 'with an upper-case group', { data: { 'auth-extra-groups': 'system:bootstrappers:A' } }],
    ['C-156', 'with a group that ends badly', { data: { 'auth-extra-groups': 'system:bootstrappers:a-' } }],
  ];
  it.each(refused)('%s a token is refused %s', async (_id, _what, change) => expect(await taken(change)).toBe(401));

  it.each([
    ['in upper case', (id: string) => `${id}.${SECRET}`.toUpperCase()],
    ['too short', (id: string) => `${id}.${SECRET.slice(1)}`],
    ['too long', (id: string) => `${id}.${SECRET}0`],
    ['with another separator', (id: string) => `${id}:${SECRET}`],
  ])('A-275 B-013 a token %s is refused', async (_what, bearer) => expect(await taken({}, bearer)).toBe(401));

  // The Secret agrees with the token: nothing but the form is wrong.
  it.each([
    ['an id of 5 characters', 'abcd5', SECRET],
    ['an id of 7 characters', 'abcdef7', SECRET],
    ['an id with a capital', 'Abcdef', SECRET],
    ['a secret of 15 characters', 'abc015', SECRET.slice(1)],
    ['a secret of 17 characters', 'abc017', `${SECRET}0`],
    ['a secret with a capital', 'abc016', `${SECRET.slice(1)}A`],
  ])('B-349 a token of %s is refused although there is a Secret for it', async (_what, id, secret) => {
    const name = `bootstrap-token-${id.toLowerCase()}`;
    const data = { 'token-id': id, 'token-secret': secret };
    expect(await taken({ name: () => name, data }, () => `${id}.${secret}`)).toBe(401);
  });
  it('B-349 a token of 6 and 16 letters and digits is taken', async () => {
    const data = { 'token-id': 'z9a0b1', 'token-secret': 'zyxwvutsrq543210' };
    const change = { name: () => 'bootstrap-token-z9a0b1', data };
    expect(await taken(change, () => 'z9a0b1.zyxwvutsrq543210')).toBe('system:bootstrap:z9a0b1');
  });

  it('D-006 a token ends with its Secret', async () => {
    const secrets = `/api/v1/namespaces/${server.vocabulary.namespaces.system}/secrets`;
    await server.create(secrets, {
      metadata: { name: 'bootstrap-token-ending' },
      type: server.vocabulary.secretTypes.bootstrapToken,
      stringData: { 'token-id': 'ending', 'token-secret': SECRET, 'usage-bootstrap-authentication': 'true' },
    });
    const ask = async () => (await server.get('/api/v1/nodes', { as: { token: `ending.${SECRET}` } })).code;
    expect(await ask()).toBe(403);
    await server.delete(`${secrets}/bootstrap-token-ending`);
    expect(await ask()).toBe(401);
  });

  it('C-158 cluster-info is readable by all users', async () => {
    const path = `/api/v1/namespaces/${server.vocabulary.namespaces.public}/configmaps/cluster-info`;
    const answer = await server.get(path, { as: 'anonymous' });
    expect(answer).toMatchObject({ code: 200, body: { kind: 'ConfigMap' } });
    expect(answer.body.data[server.vocabulary.clusterInfo.configKey]).toContain('certificate-authority-data');
    expect((await server.put(path, answer.body, { as: 'anonymous' })).code).toBe(403);
  });
});
