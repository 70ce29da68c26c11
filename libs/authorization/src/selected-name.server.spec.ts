import type { PolicyRule } from '@orch/api';
import { RbacServer } from '@orch/server-testing';

const SECRETS = '/api/v1/namespaces/t1/secrets';
const MINE: PolicyRule = {
  verbs: ['list', 'watch', 'deletecollection'],
  apiGroups: [''],
  resources: ['secrets'],
  resourceNames: ['mine'],
};

describe('C-036 a role that names one secret', () => {
  let server: RbacServer;
  beforeAll(async () => {
    server = await RbacServer.start({ users: { named: [] } });
    await server.role('t1', 'named', MINE);
    await server.bind('t1', 'named', 'Role/named', 'named');
    for (const name of ['mine', 'other']) await server.make(SECRETS, { metadata: { name } });
  });
  afterAll(() => server.stop());

  it.each(['metadata.name=mine', 'metadata.name==mine', 'metadata.namespace!=a\\,b,metadata.name=mine'])(
    'shows that one to a list by %s',
    async (selector) => {
      const { code, text } = await server.as('named', `GET ${SECRETS}?fieldSelector=${encodeURIComponent(selector)}`);
      const { items } = JSON.parse(text) as { items: { metadata: { name: string } }[] };
      expect([code, items.map(({ metadata }) => metadata.name)]).toEqual([200, ['mine']]);
    },
  );

  /** Selectors that contain its name but also select other objects, or are invalid. */
  const WIDER = [
    'metadata.namespace!=a\\,metadata.name=mine',
    'metadata.namespace!=a\\\\\\,metadata.name==mine',
    'metadata.name!=a\\,metadata.name=mine',
    'metadata.name!=mine',
    '\\,metadata.name=mine',
    'metadata.name=mine=other',
  ];
  it.each(WIDER)('shows nothing to a list by %s', async (selector) =>
    expect(await server.codeAs('named', `GET ${SECRETS}?fieldSelector=${encodeURIComponent(selector)}`)).toBe(403),
  );
  it.each(WIDER)('shows nothing to a watch by %s', async (selector) =>
    expect(
      await server.codeAs(
        'named',
        `GET ${SECRETS}?watch=1&timeoutSeconds=1&fieldSelector=${encodeURIComponent(selector)}`,
      ),
    ).toBe(403),
  );
  it.each(WIDER)('deletes nothing by %s', async (selector) => {
    expect(await server.codeAs('named', `DELETE ${SECRETS}?fieldSelector=${encodeURIComponent(selector)}`)).toBe(403);
    expect((await server.admin(`GET ${SECRETS}/other`)).code).toBe(200);
  });
});
