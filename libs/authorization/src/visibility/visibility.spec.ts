import type { UserInfo } from '@orch/api';
import { FakeClock } from '@orch/apimachinery';
import { type RequestInfo, ALLOWED, NO_OPINION, type Authorizer } from '@orch/http';
import { PermissionChanges } from '../rbac/permission-changes.js';
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

/** A remote authorizer that allows lists in some namespaces. */
class Remote implements Authorizer {
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
    if (this.fails) throw new Error('unavailable');
    return this.allowed.has(namespace) ? ALLOWED : NO_OPINION;
  }
}

function seen(visibility: Visibility, ...namespaces: string[]): string[] {
  return namespaces.filter((namespace) => visibility.current.includes(namespace, 'x'));
}

describe('Visibility', () => {
  const clock = new FakeClock();
  const changes = new PermissionChanges();
  const polled = (authorizer: Authorizer) =>
    new Visibility({ authorizer, user: USER, info: INFO, changes, isPolled: true, clock });

  it('hides places without a decision, and resolves each once', async () => {
    const authorizer = new Remote();
    authorizer.allowed.add('a');
    const visibility = polled(authorizer);
    expect(seen(visibility, 'a', 'b', 'a')).toEqual([]);
    expect(await visibility.settle()).toBe(true);
    expect(seen(visibility, 'a', 'b')).toEqual(['a']);
    expect(await visibility.settle()).toBe(false);
    // For each namespace: the whole resource, then the namespace.
    expect(authorizer.asked).toBe(4);
    visibility.close();
  });

  it('resolves sixteen namespaces concurrently', async () => {
    const authorizer = new Remote();
    const all = Array.from({ length: 100 }, (_, i) => `n${i}`);
    for (const namespace of all.slice(50)) authorizer.allowed.add(namespace);
    const visibility = polled(authorizer);
    seen(visibility, ...all);
    await visibility.settle();
    expect(seen(visibility, ...all)).toEqual(all.slice(50));
    expect(authorizer.mostOut).toBe(16);
    visibility.close();
  });

  it('hides places when the authorizer fails', async () => {
    const authorizer = new Remote();
    authorizer.allowed.add('a');
    authorizer.fails = true;
    const visibility = polled(authorizer);
    seen(visibility, 'a');
    await visibility.settle();
    expect(seen(visibility, 'a')).toEqual([]);
    visibility.close();
  });

  it('polls every half minute, and notifies of changes', async () => {
    const authorizer = new Remote();
    authorizer.allowed.add('a');
    const visibility = polled(authorizer);
    seen(visibility, 'a', 'b');
    await visibility.settle();
    let notified = 0;
    visibility.changes.subscribe(() => notified++);
    visibility.follow();
    clock.advance(30_000);
    await visibility.settle();
    expect(notified).toBe(0);
    const before = visibility.current;
    authorizer.allowed.delete('a');
    authorizer.allowed.add('b');
    clock.advance(30_000);
    // Unchanged until the decisions arrive.
    expect(seen(visibility, 'a', 'b')).toEqual(['a']);
    await visibility.settle();
    expect(notified).toBe(1);
    expect(seen(visibility, 'a', 'b')).toEqual(['b']);
    expect([before.includes('a', 'x'), before.includes('b', 'x')]).toEqual([true, false]);
    visibility.close();
    expect(clock.pending).toBe(0);
  });

  it('follows notified changes of permissions at once', () => {
    const allowed = new Set<string>();
    const authorizer: Authorizer = { decide: (_, { namespace }) => (allowed.has(namespace) ? ALLOWED : NO_OPINION) };
    const visibility = new Visibility({ authorizer, user: USER, info: INFO, changes, isPolled: false, clock });
    visibility.follow();
    let notified = 0;
    visibility.changes.subscribe(() => notified++);
    expect(seen(visibility, 'a')).toEqual([]);
    const before = visibility.current;
    const change = (subject: string, revision: number) => {
      changes.touch('users', subject);
      changes.commit(revision);
    };
    change('other', 7);
    expect([notified, visibility.unchangedSince]).toEqual([0, 0]);
    allowed.add('a');
    change('u', 8);
    expect([notified, visibility.unchangedSince]).toEqual([1, 8]);
    expect(seen(visibility, 'a')).toEqual(['a']);
    // A retired set does not resolve places.
    expect(before.includes('a', 'x')).toBe(false);
    expect(() => before.includes('b', 'x')).toThrow('what may be seen has changed');
    expect(clock.pending).toBe(0);
    visibility.close();
    change('u', 9);
    expect(notified).toBe(1);
  });
});

describe('PermissionChanges', () => {
  it('stores the last change of each user and group, and the newest of evicted ones', () => {
    const changes = new PermissionChanges();
    changes.touch('groups', 'g');
    changes.beginAt(5);
    expect(changes.unchangedSince(USER)).toBe(5);
    changes.touch('groups', 'g');
    changes.commit(6);
    for (let revision = 7; revision < 10_007; revision++) {
      changes.touch('users', String(revision));
      changes.commit(revision);
    }
    expect(changes.unchangedSince(USER)).toBe(6);
    expect(changes.unchangedSince({ username: '9', groups: [] })).toBe(9);
    expect(changes.unchangedSince({ username: 'unknown', groups: [] })).toBe(6);
  });

  it('treats all subjects as changed after a change of too many, and notifies affected listeners once', () => {
    const changes = new PermissionChanges();
    let notified = 0;
    changes.of(USER).subscribe(() => notified++);
    changes.touch('users', 'first');
    changes.commit(1);
    for (let at = 0; at < 10_001; at++) changes.touch('users', String(at));
    changes.commit(2);
    expect(notified).toBe(0);
    expect(['first', '0', '10000'].map((name) => changes.unchangedSince({ username: name, groups: [] }))).toEqual([
      2, 2, 2,
    ]);
    for (let at = 0; at < 10_001; at++) changes.touch('users', String(at));
    changes.touch('groups', 'g');
    changes.commit(3);
    expect(notified).toBe(1);
  });

  it('notifies a listener once per commit', () => {
    const changes = new PermissionChanges();
    let notified = 0;
    const following = changes.of(USER).subscribe(() => notified++);
    changes.touch('groups', 'g');
    changes.touch('users', 'u');
    changes.touch('users', 'other');
    changes.commit(3);
    expect(notified).toBe(1);
    following.unsubscribe();
    changes.touch('users', 'u');
    changes.commit(4);
    expect(notified).toBe(1);
  });
});
