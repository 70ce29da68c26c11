import type { PolicyRule } from '@orch/api';
import { RbacServer } from '@orch/server-testing';

const ALL = '/api/v1/secrets';
const T1 = '/api/v1/namespaces/t1/secrets';
const T2 = '/api/v1/namespaces/t2/secrets';
const VISIBLE = '?visible=true';
const READING = ['get', 'list', 'watch'];

const allow = (verbs: readonly string[], resources: string, more: Partial<PolicyRule> = {}): PolicyRule => ({
  verbs: [...verbs],
  apiGroups: [''],
  resources: [resources],
  ...more,
});

interface Named {
  readonly metadata: { readonly name: string; readonly namespace?: string };
}
interface Listed {
  readonly items: readonly Named[];
  readonly metadata: { readonly continue?: string; readonly remainingItemCount?: number };
}

const names = ({ json }: { readonly json: unknown }): string[] =>
  (json as Listed).items.map(({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name}`);
const metadata = ({ json }: { readonly json: unknown }): Listed['metadata'] => (json as Listed).metadata;

describe.each(['orch', 'kubernetes'] as const)('visible lists (%s)', (vocabulary) => {
  let s: RbacServer;
  const users = ['one', 'both', 'none', 'named', 'getter', 'lister', 'watcher', 'global', 'tenant', 'nodes'];
  const give = async (user: string, namespace: string, ...rules: PolicyRule[]): Promise<void> => {
    await s.role(namespace, user, ...rules);
    await s.bind(namespace, user, `Role/${user}`, user);
  };

  beforeAll(async () => {
    s = await RbacServer.start({ vocabulary, users: Object.fromEntries(users.map((user) => [user, []])) });
    for (const name of ['a', 'b', 'c'])
      await s.make(T1, { metadata: { name, labels: { even: String(name === 'b') } } });
    for (const name of ['secret-a', 'secret-b', 'secret-c'])
      await s.make(T2, { metadata: { name, labels: { even: 'true' } } });
    await s.make('/api/v1/nodes', { metadata: { name: 'n1' } });
    await s.make('/api/v1/nodes', { metadata: { name: 'n2' } });
    await give('one', 't1', allow(READING, 'secrets'));
    await give('both', 't1', allow(READING, 'secrets'));
    await give('both', 't2', allow(READING, 'secrets', { resourceNames: ['secret-b'] }));
    await give('named', 't2', allow(['get'], 'secrets', { resourceNames: ['secret-c', 'nothing'] }));
    await give('getter', 't2', allow(['get'], 'secrets'));
    await give('lister', 't1', allow(['list'], 'secrets'));
    await give('watcher', 't1', allow(['watch'], 'secrets'));
    await give('tenant', 't2', allow(READING, 'namespaces'));
    await s.clusterRole('global', allow(READING, 'secrets'));
    await s.bind('', 'global', 'ClusterRole/global', 'global');
    await s.clusterRole('nodes', allow(READING, 'nodes', { resourceNames: ['n2'] }));
    await s.bind('', 'nodes', 'ClusterRole/nodes', 'nodes');
  });
  afterAll(() => s.stop());

  it('a list in all namespaces without the parameter stays forbidden', async () => {
    expect(await s.codeAs('one', `GET ${ALL}`)).toBe(403);
    expect(await s.codeAs('one', `GET ${ALL}?visible=false`)).toBe(403);
    expect(await s.codeAs('one', `GET ${ALL}?watch=true`)).toBe(403);
    expect(await s.codeAs('one', `GET ${T2}`)).toBe(403);
  });

  it.each([
    ['one', ALL, ['t1/a', 't1/b', 't1/c']],
    ['one', T2, []],
    ['both', ALL, ['t1/a', 't1/b', 't1/c', 't2/secret-b']],
    ['both', T2, ['t2/secret-b']],
    ['none', ALL, []],
    ['named', ALL, ['t2/secret-c']],
    ['getter', ALL, []],
    ['lister', ALL, ['t1/a', 't1/b', 't1/c']],
    ['watcher', ALL, []],
    ['global', ALL, ['t1/a', 't1/b', 't1/c', 't2/secret-a', 't2/secret-b', 't2/secret-c']],
    ['nodes', '/api/v1/nodes', ['/n2']],
    ['one', '/api/v1/nodes', []],
    ['tenant', '/api/v1/namespaces', ['/t2']],
    ['one', '/api/v1/namespaces', []],
  ])('%s lists in %s %j', async (user, path, expected) => {
    const answer = await s.as(user, `GET ${path}${VISIBLE}`);
    expect(answer.code).toBe(200);
    expect(names(answer)).toEqual(expected);
  });

  it('accepts the parameter in the media type, for clients that cannot set query parameters', async () => {
    const accept = { accept: 'application/json;visible=true' };
    expect(names(await s.as('both', `GET ${T2}`, undefined, accept))).toEqual(['t2/secret-b']);
    expect((await s.as('both', `GET ${T2}`, undefined, { accept: 'application/json;visible=false' })).code).toBe(403);
  });

  it.each([
    'application/json',
    'application/yaml',
    'PROTOBUF',
    'application/json;as=Table;g=META;v=v1',
    'application/json;as=PartialObjectMetadataList;g=META;v=v1',
  ])('%s shows what may be seen and nothing else', async (type) => {
    const { groups, mediaTypes } = s.vocabulary;
    const accept = type.replace('META', groups.meta).replace('PROTOBUF', mediaTypes.protobuf);
    for (const header of [accept, `${accept};visible=true`]) {
      const path = header === accept ? `${T2}${VISIBLE}` : T2;
      const { code, text } = await s.as('both', `GET ${path}`, undefined, { accept: header });
      expect([code, text.includes('secret-b'), /secret-[ac]/.test(text)]).toEqual([200, true, false]);
    }
  });

  it('selectors apply to the visible set', async () => {
    expect(names(await s.as('both', `GET ${ALL}${VISIBLE}&labelSelector=even%3Dtrue`))).toEqual([
      't1/b',
      't2/secret-b',
    ]);
    const hidden = `${ALL}${VISIBLE}&fieldSelector=metadata.name%3Dsecret-a`;
    expect(names(await s.as('both', `GET ${hidden}`))).toEqual([]);
    expect(names(await s.as('both', `GET ${hidden},metadata.namespace%3Dt2`))).toEqual([]);
    const seen = `${ALL}${VISIBLE}&fieldSelector=metadata.name%3Dsecret-b,metadata.namespace%3Dt2`;
    expect(names(await s.as('both', `GET ${seen}`))).toEqual(['t2/secret-b']);
  });

  it('fills pages with visible objects, and neither counts nor tokens reveal hidden ones', async () => {
    const pages: string[][] = [];
    let token: string | undefined = '';
    do {
      const page = await s.as('both', `GET ${ALL}${VISIBLE}&limit=3&continue=${token}`);
      pages.push(names(page));
      expect(metadata(page).remainingItemCount).toBeUndefined();
      token = metadata(page).continue;
      if (token) expect(Buffer.from(token, 'base64url').toString()).not.toMatch(/secret-/);
    } while (token);
    expect(pages).toEqual([['t1/a', 't1/b', 't1/c'], ['t2/secret-b']]);
    // As many as fit, and something hidden after them: no token that leads to an empty page.
    expect(metadata(await s.as('one', `GET ${ALL}${VISIBLE}&limit=3`)).continue).toBeUndefined();
  });

  it("a continue token of another user continues with the caller's visible set", async () => {
    const { continue: token } = metadata(await s.as('global', `GET ${ALL}${VISIBLE}&limit=2`));
    expect(names(await s.as('one', `GET ${ALL}${VISIBLE}&continue=${token}`))).toEqual(['t1/c']);
    expect(await s.codeAs('one', `GET ${ALL}?continue=${token}`)).toBe(403);
  });

  it('a list of an older revision shows what is visible now', async () => {
    const { resourceVersion } = metadata(await s.as('global', `GET ${ALL}`)) as { resourceVersion?: string };
    const exact = `&resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`;
    expect(names(await s.as('both', `GET ${T2}${VISIBLE}${exact}`))).toEqual(['t2/secret-b']);
  });

  it('authorizes unauthenticated users, other verbs and resources that are not stored as usual', async () => {
    const code = async (user: string, request: string, body?: unknown) => (await s.as(user, request, body)).code;
    expect(await code('', `GET ${ALL}${VISIBLE}`)).toBe(403);
    expect(await code('', `GET ${ALL}${VISIBLE}&watch=true`)).toBe(403);
    expect(await code('one', `DELETE ${T2}${VISIBLE}`)).toBe(403);
    expect(await code('one', `GET ${T2}/secret-a${VISIBLE}`)).toBe(403);
    expect(await code('one', `GET ${T2}/secret-a/status${VISIBLE}`)).toBe(403);
    expect(await code('one', `PUT ${T2}/secret-a${VISIBLE}`, {})).toBe(403);
    expect(await code('one', `GET /api/v1/componentstatuses${VISIBLE}`)).toBe(403);
    expect(await code('one', `GET /metrics${VISIBLE}`)).toBe(403);
    expect(await code('one', `GET /api/v1/watch/namespaces/t2/secrets/secret-a/status${VISIBLE}`)).toBe(403);
  });

  it('a compacted revision reveals nothing', async () => {
    const { code, text } = await s.as(
      'one',
      `GET ${T2}${VISIBLE}&resourceVersion=1&resourceVersionMatch=Exact&limit=1`,
    );
    expect(code === 200 || code === 410).toBe(true);
    expect(text).not.toMatch(/secret-/);
  });
});
