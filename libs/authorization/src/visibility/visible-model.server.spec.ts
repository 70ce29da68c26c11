import type { PolicyRule } from '@orch/api';
import * as fc from 'fast-check';
import type { WatchStream } from '../../../../test/support/watch-stream.js';
import { binding, RbacServer } from '@orch/server-testing';

const NAMESPACES = ['t1', 't2'];
const NAMES = ['a', 'b', 'c'];
const VERBS = ['get', 'list', 'watch'];
const ALL = '/api/v1/secrets';
const of = (namespace: string): string => `/api/v1/namespaces/${namespace}/secrets`;

/** A role or a binding that may be there or not: everything the user has, it has by these. */
interface Grant {
  /** Empty: in the cluster. */
  readonly namespace: string;
  readonly names: readonly string[] | undefined;
}
const GRANTS: Readonly<Record<string, Grant>> = {
  everywhere: { namespace: '', names: undefined },
  'some-everywhere': { namespace: '', names: ['a', 'c'] },
  'all-of-t1': { namespace: 't1', names: undefined },
  'some-of-t1': { namespace: 't1', names: ['b'] },
  'all-of-t2': { namespace: 't2', names: undefined },
  'some-of-t2': { namespace: 't2', names: ['a', 'b'] },
};

type Step =
  | { readonly do: 'object'; readonly namespace: string; readonly name: string; readonly there: boolean }
  | { readonly do: 'role' | 'binding'; readonly grant: string; readonly there: boolean }
  | { readonly do: 'compare' };

const there = fc.boolean();
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('object' as const),
      namespace: fc.constantFrom(...NAMESPACES),
      name: fc.constantFrom(...NAMES),
      there,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('role' as const, 'binding' as const, 'binding' as const),
      grant: fc.constantFrom(...Object.keys(GRANTS)),
      there,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('compare' as const) }) },
);

/** A client that lists, then watches, and applies all events. */
class Informer {
  readonly holds = new Map<string, string>();
  private constructor(private readonly stream: WatchStream) {}

  static async start(server: RbacServer): Promise<Informer> {
    const { json } = await server.as('limited', `GET ${ALL}?visible=true`);
    const { items, metadata } = json as unknown as { items: Item[]; metadata: { resourceVersion: string } };
    const query = `?visible=true&watch=true&resourceVersion=${metadata.resourceVersion}`;
    const informer = new Informer(await server.watch('limited', ALL + query));
    for (const item of items) informer.holds.set(keyOf(item), item.metadata.resourceVersion);
    return informer;
  }

  /** Reads until the object that all users see has this version. */
  async readTo(version: string): Promise<void> {
    for (;;) {
      const { type, object } = await this.stream.next();
      const item = object as unknown as Item;
      const key = keyOf(item);
      expect(['ADDED', 'MODIFIED', 'DELETED']).toContain(type);
      expect([type, key, this.holds.has(key)]).toEqual([type, key, type !== 'ADDED']);
      if (type === 'DELETED') this.holds.delete(key);
      else this.holds.set(key, item.metadata.resourceVersion);
      if (item.metadata.resourceVersion === version) return;
    }
  }

  close(): void {
    this.stream.close();
  }
}

interface Item {
  readonly metadata: { readonly namespace: string; readonly name: string; readonly resourceVersion: string };
}
const keyOf = ({ metadata: { namespace, name } }: Item): string => `${namespace}/${name}`;

describe('visible set of a limited user, against a model', () => {
  let s: RbacServer;
  let round = 0;
  const there = { objects: new Set<string>(), roles: new Set<string>(), bindings: new Set<string>() };

  const secrets = (names: readonly string[] | undefined): PolicyRule => ({
    verbs: VERBS,
    apiGroups: [''],
    resources: ['secrets'],
    ...(names ? { resourceNames: [...names] } : {}),
  });
  const set = async (known: Set<string>, key: string, wanted: boolean, path: string, body: object): Promise<void> => {
    if (known.has(key) === wanted) return;
    if (wanted) {
      await s.make(path, body);
      known.add(key);
      return;
    }
    const name = (body as { metadata: { name: string } }).metadata.name;
    expect((await s.admin(`DELETE ${path}/${name}`)).code).toBe(200);
    known.delete(key);
  };
  const play = async (each: Exclude<Step, { do: 'compare' }>): Promise<void> => {
    if (each.do === 'object') {
      const { namespace, name } = each;
      return set(there.objects, `${namespace}/${name}`, each.there, of(namespace), { metadata: { name } });
    }
    const { namespace, names } = GRANTS[each.grant]!;
    const name = each.grant;
    if (each.do === 'role') {
      const path = s.rbac(namespace === '' ? 'clusterroles' : 'roles', namespace);
      return set(there.roles, name, each.there, path, { metadata: { name }, rules: [secrets(names)] });
    }
    const path = s.rbac(namespace === '' ? 'clusterrolebindings' : 'rolebindings', namespace);
    const role = `${namespace === '' ? 'ClusterRole' : 'Role'}/${name}`;
    return set(there.bindings, name, each.there, path, binding(s.vocabulary, name, role, 'limited'));
  };
  /** The naive filter: every object against every grant. */
  const expected = (): string[] =>
    [...there.objects]
      .filter((key) => {
        const [inNamespace, called] = key.split('/') as [string, string];
        return Object.entries(GRANTS).some(
          ([grant, { namespace, names }]) =>
            there.roles.has(grant) &&
            there.bindings.has(grant) &&
            (namespace === '' || namespace === inNamespace) &&
            (!names || names.includes(called)),
        );
      })
      .concat('t1/mark')
      .sort((a, b) => (a < b ? -1 : 1));
  const sorted = (keys: Iterable<string>): string[] => [...keys].sort((a, b) => (a < b ? -1 : 1));

  const compare = async (informers: readonly Informer[]): Promise<void> => {
    const patch = { 'content-type': 'application/merge-patch+json' };
    const mark = { metadata: { labels: { round: String(++round) } } };
    const { json } = await s.admin(`PATCH ${of('t1')}/mark`, mark, patch);
    for (const informer of informers) await informer.readTo((json as unknown as Item).metadata.resourceVersion);
    const listed = await s.as('limited', `GET ${ALL}?visible=true`);
    const items = (listed.json as unknown as { items: Item[] }).items;
    expect(sorted(items.map(keyOf))).toEqual(expected());
    const versions = new Map(items.map((item) => [keyOf(item), item.metadata.resourceVersion]));
    for (const { holds } of informers) expect(holds).toEqual(versions);
    const whole = await s.codeAs('limited', `GET ${ALL}`);
    expect(whole).toBe(there.roles.has('everywhere') && there.bindings.has('everywhere') ? 200 : 403);
  };

  beforeAll(async () => {
    s = await RbacServer.start({ users: { limited: [] } });
    await s.make(of('t1'), { metadata: { name: 'mark' } });
    await s.role('t1', 'mark', secrets(['mark']));
    await s.bind('t1', 'mark', 'Role/mark', 'limited');
  });
  afterAll(() => s.stop());

  it('lists and watches always match the current roles and bindings', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), async (steps) => {
        const informers = [await Informer.start(s)];
        try {
          for (const each of steps) {
            if (each.do !== 'compare') await play(each);
            else {
              await compare(informers);
              informers.push(await Informer.start(s));
            }
          }
          await compare(informers);
        } finally {
          for (const informer of informers) informer.close();
        }
      }),
      { numRuns: Number(process.env['MODEL_RUNS'] ?? 8) },
    );
  }, 60_000);
});
