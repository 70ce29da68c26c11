import type { PolicyRule } from '@orch/api';
import type { StreamedEvent, WatchStream } from '../../../../test/support/watch-stream.js';
import { RbacServer } from '@orch/server-testing';

const ALL = '/api/v1/secrets';
const inside = (namespace: string): string => `/api/v1/namespaces/${namespace}/secrets`;
const WATCH = '?visible=true&watch=true&allowWatchBookmarks=true';
const RULE: PolicyRule = { verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['secrets'] };

const shown = ({ type, object }: StreamedEvent): string =>
  type === 'BOOKMARK' ? type : `${type} ${object.metadata?.namespace}/${object.metadata?.name}`;

/** The next events except bookmarks. */
async function take(stream: WatchStream, count: number): Promise<string[]> {
  const taken: string[] = [];
  while (taken.length < count) {
    const event = await stream.next();
    if (event.type !== 'BOOKMARK') taken.push(shown(event));
  }
  return taken;
}

describe.each(['orch', 'kubernetes'] as const)('visible watches (%s)', (vocabulary) => {
  let s: RbacServer;
  const open: WatchStream[] = [];
  const users = ['u1', 'u2', 'u3', 'u4', 'u5', 'u6', 'u7'];

  const watch = async (user: string, path: string, headers?: Record<string, string>): Promise<WatchStream> => {
    const stream = await s.watch(user, path, headers);
    open.push(stream);
    expect(stream.code).toBe(200);
    return stream;
  };
  const bind = (user: string, namespace: string) => s.bind(namespace, user, `ClusterRole/reading`, user);
  const unbind = (user: string, namespace: string) => s.admin(`DELETE ${s.rbac('rolebindings', namespace)}/${user}`);
  const version = async (user: string): Promise<string> => {
    const { json } = await s.as(user, `GET ${ALL}?visible=true`);
    return (json['metadata'] as { resourceVersion: string }).resourceVersion;
  };

  beforeAll(async () => {
    s = await RbacServer.start({
      vocabulary,
      users: Object.fromEntries(users.map((user) => [user, user === 'u7' ? ['crew'] : []])),
    });
    await s.clusterRole('reading', RULE);
    for (const namespace of ['t1', 't2'])
      for (const name of ['a', 'b']) await s.make(inside(namespace), { metadata: { name, labels: { l: name } } });
  });
  afterEach(() => {
    for (const stream of open.splice(0)) stream.close();
  });
  afterAll(() => s.stop());

  it('starts with the current state, streams changes, and follows granted and revoked permissions', async () => {
    await bind('u1', 't1');
    const stream = await watch('u1', `${ALL}${WATCH}`);
    expect(await take(stream, 2)).toEqual(['ADDED t1/a', 'ADDED t1/b']);
    await bind('u1', 't2');
    expect(await take(stream, 2)).toEqual(['ADDED t2/a', 'ADDED t2/b']);
    await s.make(inside('t2'), { metadata: { name: 'c' } });
    expect(await take(stream, 1)).toEqual(['ADDED t2/c']);
    await unbind('u1', 't1');
    expect(await take(stream, 2)).toEqual(['DELETED t1/a', 'DELETED t1/b']);
    await s.make(inside('t1'), { metadata: { name: 'hidden' } });
    await s.admin(`DELETE ${inside('t2')}/c`);
    expect(await take(stream, 1)).toEqual(['DELETED t2/c']);
    await s.admin(`DELETE ${inside('t1')}/hidden`);
    await unbind('u1', 't2');
    expect(await take(stream, 2)).toEqual(['DELETED t2/a', 'DELETED t2/b']);
  });

  it('follows roles, names and groups as well as bindings', async () => {
    const role = `${s.rbac('roles', 't1')}/crew`;
    await s.role('t1', 'crew', { ...RULE, resourceNames: ['a'] });
    await s.bind('t1', 'crew', 'Role/crew', { kind: 'Group', apiGroup: s.vocabulary.groups.rbac, name: 'crew' });
    const stream = await watch('u7', `${ALL}${WATCH}`);
    expect(await take(stream, 1)).toEqual(['ADDED t1/a']);
    const patch = { 'content-type': 'application/merge-patch+json' };
    await s.admin(`PATCH ${role}`, { rules: [{ ...RULE, resourceNames: ['b'] }] }, patch);
    expect(await take(stream, 2)).toEqual(['DELETED t1/a', 'ADDED t1/b']);
    await s.admin(`DELETE ${role}`);
    expect(await take(stream, 1)).toEqual(['DELETED t1/b']);
  });

  it('streams the initial events, their end bookmark, and then changes', async () => {
    await bind('u2', 't1');
    const query = '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&labelSelector=l%3Da';
    const stream = await watch('u2', `${ALL}${WATCH}${query}`);
    expect([shown(await stream.next()), shown(await stream.next())]).toEqual(['ADDED t1/a', 'BOOKMARK']);
    await bind('u2', 't2');
    expect(await take(stream, 1)).toEqual(['ADDED t2/a']);
    const bookmark = await stream.next();
    expect(shown(bookmark)).toBe('BOOKMARK');
    // A client may resume from there: it is later than the change of permissions.
    const resumed = await watch('u2', `${ALL}${WATCH}&resourceVersion=${bookmark.object.metadata.resourceVersion}`);
    await s.make(inside('t2'), { metadata: { name: 'd' } });
    expect(await take(resumed, 1)).toEqual(['ADDED t2/d']);
    await s.admin(`DELETE ${inside('t2')}/d`);
  });

  it('a client that reconnects after its permissions changed must relist, others need not', async () => {
    await bind('u3', 't1');
    const [from, fromOther] = [await version('u3'), await version('u4')];
    await bind('u3', 't2');
    const stream = await watch('u3', `${ALL}${WATCH}&resourceVersion=${from}`);
    const { type, object } = await stream.next();
    expect([type, object.code, object.reason]).toEqual(['ERROR', 410, 'Expired']);
    expect(object.message).not.toMatch(/t1|t2/);
    const other = await watch('u4', `${ALL}${WATCH}&resourceVersion=${fromOther}`);
    await bind('u4', 't2');
    expect(await take(other, 2)).toEqual(['ADDED t2/a', 'ADDED t2/b']);
    const again = await watch('u3', `${ALL}${WATCH}&resourceVersion=${await version('u3')}`);
    await unbind('u3', 't2');
    expect(await take(again, 2)).toEqual(['DELETED t2/a', 'DELETED t2/b']);
  });

  it('a watch of one namespace, a table and a media type follow too', async () => {
    const { groups } = s.vocabulary;
    const stream = await watch('u5', `${inside('t2')}?watch=true`, {
      accept: `application/json;as=Table;g=${groups.meta};v=v1;visible=true`,
    });
    await bind('u5', 't1');
    await bind('u5', 't2');
    const rows = [await stream.next(), await stream.next()].map(({ type, object }) => [
      type,
      (object['rows'] as { object: { metadata: { name: string } } }[])[0]!.object.metadata.name,
    ]);
    expect(rows).toEqual([
      ['ADDED', 'a'],
      ['ADDED', 'b'],
    ]);
  });

  it('permissions for other verbs make nothing visible', async () => {
    await s.role('t1', 'listing', { ...RULE, verbs: ['list'] });
    await s.bind('t1', 'listing', 'Role/listing', 'u6');
    const stream = await watch('u6', `${ALL}${WATCH}`);
    await bind('u6', 't2');
    expect(await take(stream, 2)).toEqual(['ADDED t2/a', 'ADDED t2/b']);
  });
});
