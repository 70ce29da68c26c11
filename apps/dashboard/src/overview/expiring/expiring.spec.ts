import type { ApiObject } from '../../api/object';
import type { Resource } from '../../api/resource';
import { AUTHORITY, LEAF } from '../../certificate/samples.fixture';
import { type Expiring, expiringOf, nextLater, soonest } from './expiring';

const kind = (resource: string): Resource => ({ group: '', resource }) as Resource;
const object = (fields: object): ApiObject => ({ metadata: { name: 'a', namespace: 'n' }, ...fields });
const DAY_MS = 86_400_000;

describe('what expires', () => {
  test('certificates, and the time in a bootstrap token', () => {
    const found = [
      ...expiringOf(kind('validatingwebhookconfigurations'), object({ webhooks: [{ name: 'w', clientConfig: { caBundle: btoa(`${LEAF}\n${AUTHORITY}`) } }] })), // prettier-ignore
      ...expiringOf(kind('secrets'), object({ data: { expiration: btoa('2026-12-01T00:00:00Z'), 'token-id': btoa('abcdef') } })), // prettier-ignore
      ...expiringOf(kind('secrets'), object({ data: { expiration: btoa('never') } })),
      ...expiringOf(kind('secrets'), object({})),
    ];
    expect(found.map(({ namespace, name, what, expires }) => [namespace, name, what, new Date(expires).toISOString()])).toEqual([
      ['n', 'a', String.raw`O=system:masters, O=a\,b, OU=x+CN=Zoë`, '2049-01-02T03:04:05.000Z'],
      ['n', 'a', 'CN=Example CA', '2060-12-31T23:59:59.000Z'],
      ['n', 'a', 'bootstrap token', '2026-12-01T00:00:00.000Z'],
    ]); // prettier-ignore
  });

  test('what has expired comes first, what lasts longer than 30 days is left out', () => {
    const of = (name: string, days: number): Expiring => ({
      ...{ resource: kind('secrets'), namespace: 'n', name, what: 'CN=x', expires: days * DAY_MS },
    });
    const all = [of('later', 32), of('soon', 20), of('much-later', 300), of('expired', -1), of('soon', 20)];
    expect(soonest(all, 0).map(({ name }) => name)).toEqual(['expired', 'soon']);
    expect(nextLater(all, 0)?.name).toBe('later');
    expect(nextLater([of('soon', 20)], 0)).toBeUndefined();
  });
});
