import type { IncomingMessage, ServerResponse } from 'node:http';
import { EventEmitter } from 'node:events';
import type { UserInfo } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import * as fc from 'fast-check';
import { ALLOWED, type Authorizer, type Filter, NO_OPINION, type RequestInfo, ServerRequest } from '@orch/http';
import { impersonate } from './impersonate-filter.js';
import { noYaml } from '@orch/server-testing';
import { mostPerTurn } from '@orch/testing';
import { requestedIdentity } from './requested-identity.js';
import { impersonatedUser } from './impersonated-user.js';
import { requiredPermissions } from './required-permissions.js';
import { serviceAccountOf } from './service-account-name.js';

const raw = (lines: readonly string[]) => lines.flatMap((line) => line.split(/: ?(.*)/s).slice(0, 2));
const asked = (...lines: string[]) => requestedIdentity(raw(lines));
const userFor = (...lines: string[]) => impersonatedUser(asked(...lines));

describe('requested identity', () => {
  const rows: Array<[string, string, string[], UserInfo]> = [
    ['B-131', 'a user', ['Impersonate-User: jane'], { username: 'jane', groups: ['system:authenticated'] }],
    ['B-132', 'groups, each by a header', ['impersonate-user: jane', 'Impersonate-Group: a', 'IMPERSONATE-GROUP: b'], { username: 'jane', groups: ['a', 'b', 'system:authenticated'] }],
    ['B-133', 'extra attributes with several values', ['Impersonate-User: jane', 'Impersonate-Extra-scopes: view', 'Impersonate-Extra-scopes: edit'], { username: 'jane', groups: ['system:authenticated'], extra: { scopes: ['view', 'edit'] } }],
    ['B-134', 'keys in lower case', ['Impersonate-User: jane', 'Impersonate-Extra-Scopes: a', 'Impersonate-Extra-SCOPES: b'], { username: 'jane', groups: ['system:authenticated'], extra: { scopes: ['a', 'b'] } }],
    ['B-135', 'keys that are percent-encoded', ['Impersonate-User: jane', 'Impersonate-Extra-acme.com%2Fproj%C3%A9ct: p'], { username: 'jane', groups: ['system:authenticated'], extra: { 'acme.com/projéct': ['p'] } }],
    ['B-136', 'a uid', ['Impersonate-User: jane', 'Impersonate-Uid: 7'], { username: 'jane', uid: '7', groups: ['system:authenticated'] }],
    ['B-138', 'a uid of any form', ['Impersonate-User: jane', 'Impersonate-Uid: not a uuid / at:all'], { username: 'jane', uid: 'not a uuid / at:all', groups: ['system:authenticated'] }],
    ['D-109', 'a service account is in the groups of service accounts', ['Impersonate-User: system:serviceaccount:ns:a'], { username: 'system:serviceaccount:ns:a', groups: ['system:serviceaccounts', 'system:serviceaccounts:ns', 'system:authenticated'] }],
    ['D-109', 'but in those alone that were named', ['Impersonate-User: system:serviceaccount:ns:a', 'Impersonate-Group: g'], { username: 'system:serviceaccount:ns:a', groups: ['g', 'system:authenticated'] }],
    ['D-110', 'system:authenticated is not there twice', ['Impersonate-User: jane', 'Impersonate-Group: system:authenticated'], { username: 'jane', groups: ['system:authenticated'] }],
    ['D-110', 'system:unauthenticated without system:authenticated', ['Impersonate-User: jane', 'Impersonate-Group: system:unauthenticated'], { username: 'jane', groups: ['system:unauthenticated'] }],
    ['D-110', 'anonymous is unauthenticated', ['Impersonate-User: system:anonymous'], { username: 'system:anonymous', groups: ['system:unauthenticated'] }],
    ['D-110', 'anonymous is that once', ['Impersonate-User: system:anonymous', 'Impersonate-Group: system:unauthenticated'], { username: 'system:anonymous', groups: ['system:unauthenticated'] }],
  ]; // prettier-ignore
  for (const [id, name, lines, want] of rows) it(`${id} ${name}`, () => expect(userFor(...lines)).toEqual(want));

  it('a key may have any name', () => {
    const { extra } = userFor(
      'Impersonate-User: jane',
      'Impersonate-Extra-__proto__: a',
      'Impersonate-Extra-constructor: b',
    );
    expect(Object.entries(extra!)).toEqual([['__proto__', ['a']], ['constructor', ['b']]]); // prettier-ignore
    expect(Object.getPrototypeOf(extra)).toBe(Object.prototype);
  });

  const refused: Array<[string, string, string[], string]> = [
    ['B-137 D-108', 'a group alone', ['Impersonate-Group: system:masters'], 'requested group "system:masters" without impersonating a user'],
    ['B-137 D-108', 'an extra attribute alone', ['Impersonate-Extra-Scopes: a'], 'requested extra "scopes" without impersonating a user'],
    ['B-137 D-108', 'a uid alone', ['Impersonate-Uid: 7'], 'requested a uid without impersonating a user'],
    ['D-108', 'a user without a name', ['Impersonate-User: '], 'without impersonating a user'],
    ['D-108', 'a group of a user without a name', ['Impersonate-User: ', 'Impersonate-Group: a'], 'without impersonating a user'],
    ['B-131', 'two users', ['Impersonate-User: a', 'impersonate-user: b'], 'impersonate-user is there more than once'],
    ['B-136', 'two uids', ['Impersonate-User: a', 'Impersonate-Uid: 1', 'Impersonate-Uid: 2'], 'impersonate-uid is there more than once'],
    ['B-132', 'a group without a name', ['Impersonate-User: a', 'Impersonate-Group: '], 'impersonate-group is empty'],
    ['B-133', 'an extra attribute without a key', ['Impersonate-User: a', 'Impersonate-Extra-: 1'], 'does not know the header impersonate-extra-'],
    ['B-131', 'an unknown header', ['Impersonate-User: a', 'Impersonate-Mode: x'], 'does not know the header impersonate-mode'],
    ['B-131', 'invalid UTF-8', ['Impersonate-User: j\xfcrgen'], 'impersonate-user is not valid UTF-8'],
  ]; // prettier-ignore
  for (const [id, name, lines, text] of refused) {
    it(`${id} refuses ${name}`, () => {
      expect(() => asked(...lines)).toThrow(ApiError);
      expect(() => asked(...lines)).toThrow(
        expect.objectContaining({ code: 400, message: expect.stringContaining(text) }),
      );
    });
  }
});

describe('service account names', () => {
  it.each([
    ['system:serviceaccount:ns:a', { namespace: 'ns', name: 'a' }],
    ['system:serviceaccount:ns:a.b', { namespace: 'ns', name: 'a.b' }],
    ['system:serviceaccount:ns', undefined],
    ['system:serviceaccount:ns:a:b', undefined],
    ['system:serviceaccount:ns:A', undefined],
    ['system:serviceaccount:n.s:a', undefined],
    ['system:serviceaccount::a', undefined],
    ['System:serviceaccount:ns:a', undefined],
    ['jane', undefined],
  ])('D-109 %s', (name, want) => expect(serviceAccountOf(name)).toEqual(want));
});

describe('requiredPermissions', () => {
  const of = (...lines: string[]) =>
    requiredPermissions(asked('Impersonate-User: jane', ...lines), vocabularies.kubernetes).map(
      ({ verb, group, resource, subresource, namespace, name }) =>
        [verb, group, resource, subresource, namespace, name].join(' '),
    );
  const user = 'impersonate  users   jane';
  it('B-139 B-144 of the user, by name', () => expect(of()).toEqual([user]));
  it('B-140 D-111 of each group', () =>
    expect(of('Impersonate-Group: a', 'Impersonate-Group: b')).toEqual([
      user,
      'impersonate  groups   a',
      'impersonate  groups   b',
    ]));
  it('B-142 D-111 of each value of an extra attribute', () =>
    expect(of('Impersonate-Extra-Scopes: v', 'Impersonate-Extra-Scopes: w')).toEqual([
      user,
      'impersonate authentication.k8s.io userextras scopes  v',
      'impersonate authentication.k8s.io userextras scopes  w',
    ]));
  it('B-143 of the uid', () =>
    expect(of('Impersonate-Uid: 7')).toEqual([user, 'impersonate authentication.k8s.io uids   7']));
  it('B-141 D-109 of the service account, in its namespace', () => {
    const [permission] = requiredPermissions(asked('Impersonate-User: system:serviceaccount:ns:a'), vocabularies.orch);
    expect(permission).toMatchObject({ resource: 'serviceaccounts', group: '', namespace: 'ns', name: 'a' });
  });
  it('B-128 D-111 one for each requested attribute', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    fc.assert(
      fc.property(fc.array(word), fc.array(fc.tuple(word, word)), (groups, extra) => {
        const lines = [
          ...groups.map((g) => `Impersonate-Group: ${g}`),
          ...extra.map(([k, v]) => `Impersonate-Extra-${k}: ${v}`),
        ];
        const user = userFor('Impersonate-User: u', ...lines);
        const names = requiredPermissions(asked('Impersonate-User: u', ...lines), vocabularies.orch).map(
          ({ name }) => name,
        );
        const got = [
          user.username,
          ...user.groups.filter((g) => g !== 'system:authenticated'),
          ...Object.values(user.extra ?? {}).flat(),
        ];
        expect(names.toSorted()).toEqual(got.toSorted());
      }),
    );
  });
});

describe('the filter', () => {
  const caller: UserInfo = { username: 'bob', uid: 'b', groups: ['ops'], extra: { a: ['b'] } };
  const request = (...lines: string[]) => {
    const rawHeaders = raw(lines);
    const headers = Object.fromEntries(
      rawHeaders.flatMap((name, i) => (i % 2 ? [] : [[name.toLowerCase(), rawHeaders[i + 1]]])),
    );
    const message = Object.assign(new EventEmitter(), { method: 'GET', url: '/x', headers, rawHeaders });
    const made = new ServerRequest(message as unknown as IncomingMessage, {} as ServerResponse, 'id', 1, noYaml);
    made.user = caller;
    return made;
  };
  const allow = (may: (info: RequestInfo) => boolean, late = false): Authorizer => ({
    decide: (_user, info) => {
      const decision = may(info) ? ALLOWED : NO_OPINION;
      return late ? Promise.resolve(decision) : decision;
    },
  });
  const run = (authorizer: Authorizer, made: ServerRequest, limits: Filter = (check) => check) => {
    let passed: UserInfo | undefined;
    const done = impersonate(authorizer, vocabularies.orch, limits)((r) => void (passed = r.user))(made);
    return { done, passed: () => passed };
  };

  it('passes a request without impersonation headers', () => {
    const made = request('X: 1');
    const { passed } = run(allow(() => false), made); // prettier-ignore
    expect(passed()).toBe(caller);
    expect(made.impersonator).toBeUndefined();
  });
  it.each([false, true])('B-129 replaces the user, and keeps the impersonator (later: %s)', async (late) => {
    const made = request('Impersonate-User: jane', 'Impersonate-Group: g');
    const { done, passed } = run(allow(() => true, late), made); // prettier-ignore
    expect(done instanceof Promise).toBe(late);
    await done;
    expect(passed()).toEqual({ username: 'jane', groups: ['g', 'system:authenticated'] });
    expect(made.impersonator).toBe(caller);
  });
  it.each([false, true])(
    'counts against the impersonator while the permissions to impersonate are checked (later: %s)',
    async (late) => {
      const held: (UserInfo | undefined)[] = [];
      const limits: Filter = (check) => (made) => {
        held.push(made.user);
        const checked = check(made);
        const leave = () => void held.push(undefined);
        return checked instanceof Promise ? checked.finally(leave) : leave();
      };
      const { done, passed } = run(
        allow(() => (expect(held).toEqual([caller]), true), late),
        request('Impersonate-User: jane'),
        limits,
      );
      await done;
      expect(held).toEqual([caller, undefined]);
      expect(passed()?.username).toBe('jane');
      const plain = run(allow(() => false), request('X: 1'), limits); // prettier-ignore
      expect(plain.passed()).toBe(caller);
      expect(held).toHaveLength(2);
    },
  );
  it('stops when the limits reject the request', () => {
    const asks: RequestInfo[] = [];
    const { passed } = run(
      allow((info) => (asks.push(info), true)),
      request('Impersonate-User: jane'),
      () => () => undefined,
    );
    expect([passed(), asks]).toEqual([undefined, []]);
  });
  it.each([false, true])('D-111 one refusal is enough, also the last (later: %s)', async (late) => {
    const made = request('Impersonate-User: jane', 'Impersonate-Group: a', 'Impersonate-Group: b');
    const asks: string[] = [];
    const authorizer = allow(({ name }) => (asks.push(name), name !== 'b'), late);
    const attempt = async () => run(authorizer, made).done;
    await expect(attempt()).rejects.toMatchObject({
      code: 403,
      message:
        'groups "b" is forbidden: User "bob" cannot impersonate resource "groups" in API group "" at the cluster scope',
    });
    expect(asks).toEqual(['jane', 'a', 'b']);
    expect(made.user).toBe(caller);
  });
  it('checks the other permissions of requests that waited for one decision in several turns of the event loop', async () => {
    const first = Promise.resolve(ALLOWED);
    const authorizer: Authorizer = {
      decide: (_user, { name }) => {
        if (name === 'jane') return first;
        const endMs = performance.now() + 1;
        while (performance.now() < endMs);
        return ALLOWED;
      },
    };
    const requests = Array.from({ length: 60 }, async () => {
      const { done, passed } = run(authorizer, request('Impersonate-User: jane', 'Impersonate-Group: a'));
      await done;
      return passed()?.username;
    });
    expect(await mostPerTurn(requests)).toBeLessThanOrEqual(20);
    expect(await requests[0]).toBe('jane');
  });
});
