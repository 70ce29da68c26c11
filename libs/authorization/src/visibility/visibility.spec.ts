import type { UserInfo } from '@orch/api';
import { FakeClock } from '@orch/apimachinery';
import { type RequestInfo, ALLOWED, NO_OPINION, type Authorizer } from '@orch/http';
import { RightsChanges, userHolder } from '../rbac/rights-changes.js';
import { Visibility } from './visibility.js';

const USER: UserInfo = { username: 'u', groups: ['g'] };
const INFO: RequestInfo = {
  isResource: true,
  path: '/api/v1/pods',
  verb: 'list',
  group: '',
  version: 'v1',
  namespace: '',
  resource: 'pods',
  subresource: '',
  name: '',
  rest: [],
};

/** Somebody far away, who allows lists in some namespaces. */
class Far implements Authorizer {
  readonly allowed = new Set<string>();
  asked = 0;
  out = 0;
  mostOut = 0;
  fails = false;

  async decide(_: UserInfo, { namespace }: RequestInfo): Promise<typeof ALLOWED> {
    this.asked++;
    this.mostOut = Math.max(this.mostOut, ++this.out);
    await new Promise((resolve) => setImmediate(resolve));
    this.out--;
    if (this.fails) throw new Error('nobody is there');
    return this.allowed.has(namespace) ? ALLOWED : NO_OPINION;
  }
}

function seen(visibility: Visibility, ...namespaces: string[]): string[] {
  return namespaces.filter((namespace) => visibility.current.includes(namespace, 'x'));
}

describe('Visibility', () => {
  const clock = new FakeClock();
  const changes = new RightsChanges();
  const far = (authorizer: Authorizer) =>
    new Visibility({ authorizer, user: USER, info: INFO, changes, isPolled: true, clock });

  it('hides what nobody has answered for yet, and asks once', async () => {
    const authorizer = new Far();
    authorizer.allowed.add('a');
    const visibility = far(authorizer);
    expect(seen(visibility, 'a', 'b', 'a')).toEqual([]);
    expect(await visibility.settle()).toBe(true);
    expect(seen(visibility, 'a', 'b')).toEqual(['a']);
    expect(await visibility.settle()).toBe(false);
    // Each namespace, and everything at once before it.
    expect(authorizer.asked).toBe(4);
    visibility.close();
  });

  it('asks about sixteen namespaces at a time', async () => {
    const authorizer = new Far();
    const all = Array.from({ length: 100 }, (_, i) => `n${i}`);
    for (const namespace of all.slice(50)) authorizer.allowed.add(namespace);
    const visibility = far(authorizer);
    seen(visibility, ...all);
    await visibility.settle();
    expect(seen(visibility, ...all)).toEqual(all.slice(50));
    expect(authorizer.mostOut).toBe(16);
    visibility.close();
  });

  it('hides what cannot be asked about', async () => {
    const authorizer = new Far();
    authorizer.allowed.add('a');
    authorizer.fails = true;
    const visibility = far(authorizer);
    seen(visibility, 'a');
    await visibility.settle();
    expect(seen(visibility, 'a')).toEqual([]);
    visibility.close();
  });

  it('asks again every half minute, and tells when the answers are others', async () => {
    const authorizer = new Far();
    authorizer.allowed.add('a');
    const visibility = far(authorizer);
    seen(visibility, 'a', 'b');
    await visibility.settle();
    let told = 0;
    visibility.changes.subscribe(() => told++);
    visibility.follow();
    clock.advance(30_000);
    await visibility.settle();
    expect(told).toBe(0);
    const before = visibility.current;
    authorizer.allowed.delete('a');
    authorizer.allowed.add('b');
    clock.advance(30_000);
    // Until the answers are there, all is as it was.
    expect(seen(visibility, 'a', 'b')).toEqual(['a']);
    await visibility.settle();
    expect(told).toBe(1);
    expect(seen(visibility, 'a', 'b')).toEqual(['b']);
    expect([before.includes('a', 'x'), before.includes('b', 'x')]).toEqual([true, false]);
    visibility.close();
    expect(clock.pending).toBe(0);
  });

  it('follows changes of rights at once where they are told', () => {
    const allowed = new Set<string>();
    const authorizer: Authorizer = { decide: (_, { namespace }) => (allowed.has(namespace) ? ALLOWED : NO_OPINION) };
    const visibility = new Visibility({ authorizer, user: USER, info: INFO, changes, isPolled: false, clock });
    visibility.follow();
    let told = 0;
    visibility.changes.subscribe(() => told++);
    expect(seen(visibility, 'a')).toEqual([]);
    const before = visibility.current;
    const change = (holder: string, revision: number) => {
      changes.touch(holder);
      changes.commit(revision);
    };
    change(userHolder('somebody else'), 7);
    expect([told, visibility.unchangedSince]).toEqual([0, 0]);
    allowed.add('a');
    change(userHolder('u'), 8);
    expect([told, visibility.unchangedSince]).toEqual([1, 8]);
    expect(seen(visibility, 'a')).toEqual(['a']);
    // What was seen before is not made up afterwards.
    expect(before.includes('a', 'x')).toBe(false);
    expect(() => before.includes('b', 'x')).toThrow('what may be seen has changed');
    expect(clock.pending).toBe(0);
    visibility.close();
    change(userHolder('u'), 9);
    expect(told).toBe(1);
  });
});

describe('RightsChanges', () => {
  it('remembers when each user and group last changed, and of those it forgets the newest', () => {
    const changes = new RightsChanges();
    changes.touch('group g');
    changes.beginAt(5);
    expect(changes.unchangedSince(USER)).toBe(5);
    changes.touch('group g');
    changes.commit(6);
    for (let revision = 7; revision < 10_007; revision++) {
      changes.touch(userHolder(String(revision)));
      changes.commit(revision);
    }
    expect(changes.unchangedSince(USER)).toBe(6);
    expect(changes.unchangedSince({ username: '9', groups: [] })).toBe(9);
    expect(changes.unchangedSince({ username: 'nobody', groups: [] })).toBe(6);
  });

  it('of a change to more than it remembers, all count as changed, and those it concerns are told once', () => {
    const changes = new RightsChanges();
    let told = 0;
    changes.of(USER).subscribe(() => told++);
    changes.touch(userHolder('first'));
    changes.commit(1);
    for (let at = 0; at < 10_001; at++) changes.touch(userHolder(String(at)));
    changes.commit(2);
    expect(told).toBe(0);
    expect(['first', '0', '10000'].map((name) => changes.unchangedSince({ username: name, groups: [] }))).toEqual([
      2, 2, 2,
    ]);
    for (let at = 0; at < 10_001; at++) changes.touch(userHolder(String(at)));
    changes.touch('group g');
    changes.commit(3);
    expect(told).toBe(1);
  });

  it('tells whom a change concerns once, however many ways it does', () => {
    const changes = new RightsChanges();
    let told = 0;
    const following = changes.of(USER).subscribe(() => told++);
    changes.touch('group g');
    changes.touch('user u');
    changes.touch('user other');
    changes.commit(3);
    expect(told).toBe(1);
    following.unsubscribe();
    changes.touch('user u');
    changes.commit(4);
    expect(told).toBe(1);
  });
});
