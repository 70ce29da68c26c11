import { ApiFailure } from '../../api/failure';
import type { ApiObject, OwnerReference } from '../../api/object';
import type { Resource } from '../../api/resource';
import { findOwned, type Owned } from './find-owned';
import { type OwnedNode, ownedTree } from './owned-tree';
import { ownerChain } from './owner-chain';
import type { Relative } from './relative';

const kind = (resource: string, namespaced = true): Resource => ({
  group: '',
  version: 'v1',
  resource,
  kind: resource,
  singular: '',
  shortNames: [],
  categories: [],
  namespaced,
  verbs: ['get', 'list'],
  subresources: [],
});

const reference = (name: string, controller = true): OwnerReference => ({
  apiVersion: 'v1',
  kind: 'widgets',
  name,
  uid: `uid-${name}`,
  controller,
});

const object = (name: string, ...ownerReferences: readonly OwnerReference[]): ApiObject => ({
  metadata: { name, namespace: 'default', uid: `uid-${name}`, ownerReferences },
});

/** A server with these objects by path; what is not there is answered with 404. */
class Server {
  readonly asked: string[] = [];

  constructor(private readonly answers: Readonly<Record<string, unknown>>) {}

  json = async <T>(path: string): Promise<T> => {
    this.asked.push(path);
    const answer = this.answers[path];
    if (answer === undefined) throw new ApiFailure(404, 'not found');
    return (await Promise.resolve(answer)) as T;
  };
}

const { signal } = new AbortController();

async function owned(server: Server, resources: readonly Resource[]): Promise<Owned | undefined> {
  let last: Owned | undefined;
  await findOwned(server, resources, 'default', signal, (progress) => (last = progress));
  return last;
}

describe('findOwned', () => {
  test('objects by each of their owners, over all pages', async () => {
    const server = new Server({
      '/api/v1/namespaces/default/pods?limit=500': {
        items: [object('a', reference('x')), object('b')],
        metadata: { continue: 'next' },
      },
      '/api/v1/namespaces/default/pods?limit=500&continue=next': {
        items: [object('c', reference('x'), reference('y', false))],
      },
      '/api/v1/nodes?limit=500': { items: null },
    });
    const found = await owned(server, [kind('pods'), kind('nodes', false)]);
    const names = [...(found?.byOwner ?? [])].map(([uid, relatives]) => [
      uid,
      relatives.map((r) => r.object.metadata.name),
    ]);
    expect(names).toEqual([
      ['uid-x', ['a', 'c']],
      ['uid-y', ['c']],
    ]);
    expect(found?.partial).toEqual([]);
    expect(found?.progress).toEqual({ kindsDone: 2, kinds: 2 });
  });

  test('a kind that cannot be read, or has too many objects, is named', async () => {
    const page = { items: [], metadata: { continue: 'next' } };
    const server = new Server({
      '/api/v1/namespaces/default/many?limit=500': page,
      '/api/v1/namespaces/default/many?limit=500&continue=next': page,
    });
    const found = await owned(server, [kind('many'), kind('refused')]);
    expect(found?.partial.map(({ resource }) => resource).toSorted()).toEqual(['many', 'refused']);
    expect(server.asked).toHaveLength(3);
  });

  test('at most sixty kinds, those that controllers make first', async () => {
    const kinds = Array.from({ length: 80 }, (_, index) => kind(`k${index}`));
    const server = new Server({});
    const found = await owned(server, [...kinds, kind('pods')]);
    expect(server.asked).toHaveLength(60);
    expect(server.asked[0]).toContain('/pods?');
    expect(found?.partial).toHaveLength(81);
  });
});

describe('ownedTree', () => {
  const relative = (name: string): Relative => ({ resource: kind('widgets'), object: object(name) });
  const shown = ({ children }: Pick<OwnedNode, 'children'>): string =>
    children.map((node) => `${node.object.metadata.name}(${shown(node)})`).join(' ');

  test('an object of two owners is below both, with its children once', () => {
    const byOwner = new Map([
      ['uid-top', [relative('a'), relative('b')]],
      ['uid-a', [relative('shared')]],
      ['uid-b', [relative('shared')]],
      ['uid-shared', [relative('c')]],
    ]);
    expect(shown(ownedTree('uid-top', byOwner))).toBe('a(shared(c())) b(shared())');
  });

  test('objects that own each other end it', () => {
    const byOwner = new Map([
      ['uid-a', [relative('b')]],
      ['uid-b', [relative('a')]],
    ]);
    expect(shown(ownedTree('uid-a', byOwner))).toBe('b(a())');
  });

  test('of more than a hundred children the rest is counted', () => {
    const many = Array.from({ length: 130 }, (_, index) => relative(`a${index}`));
    const { children, hidden } = ownedTree('uid-top', new Map([['uid-top', many]]));
    expect([children.length, hidden]).toEqual([100, 30]);
  });
});

describe('ownerChain', () => {
  const widgets = kind('widgets');
  const chainOf = (server: Server, start: ApiObject, mayRead = true) =>
    ownerChain(server, start, () => ({ resource: widgets, mayRead }), signal);
  const path = (name: string): string => `/api/v1/namespaces/default/widgets/${name}`;
  const shown = async (...args: Parameters<typeof chainOf>): Promise<string[]> =>
    (await chainOf(...args)).map((owner) => `${owner.reference.name} ${owner.state}`);

  test('the topmost owner first, by the references that control', async () => {
    const server = new Server({
      [path('rs')]: object('rs', reference('other', false), reference('deploy')),
      [path('deploy')]: object('deploy'),
    });
    expect(await shown(server, object('pod', reference('rs')))).toEqual(['deploy there', 'rs there']);
  });

  test('an owner that is gone, or another object with its name', async () => {
    const replaced = new Server({ [path('rs')]: { metadata: { name: 'rs', uid: 'another' } } });
    expect(await shown(replaced, object('pod', reference('rs')))).toEqual(['rs gone']);
    expect(await shown(new Server({}), object('pod', reference('rs')))).toEqual(['rs gone']);
  });

  test('nothing is requested that the user may not read', async () => {
    const server = new Server({});
    expect(await shown(server, object('pod', reference('rs')), false)).toEqual(['rs unread']);
    expect(server.asked).toEqual([]);
  });

  test('objects that own each other end it', async () => {
    const server = new Server({ [path('a')]: object('a', reference('b')), [path('b')]: object('b', reference('a')) });
    expect(await shown(server, object('a', reference('b')))).toHaveLength(10);
  });
});
