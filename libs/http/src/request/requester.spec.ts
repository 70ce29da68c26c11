import type { UserInfo } from '@orch/api';
import { flowOfRequester, type Requester } from './requester.js';

const from = (user: UserInfo, impersonator?: UserInfo, remoteAddress = '192.0.2.7'): Requester =>
  ({ user, impersonator, raw: { socket: { remoteAddress } } }) as unknown as Requester;
const jane = { username: 'jane', groups: ['system:authenticated'] };
const admin = { username: 'root', groups: ['system:masters', 'system:authenticated'] };
const anonymous = { username: 'system:anonymous', groups: ['system:unauthenticated'] };
const network = (name: string) => ({ name: `\0${name}`, exempt: false });

describe('flowOfRequester', () => {
  const cases = [
    { name: 'a user', requester: from(jane), want: { name: 'jane', exempt: false } },
    { name: 'an administrator', requester: from(admin), want: { name: 'root', exempt: true } },
    { name: 'the impersonator, not the impersonated user', requester: from(admin, jane), want: { name: 'jane', exempt: false } },
    { name: 'the network of an unauthenticated client', requester: from(anonymous), want: network('192.0.2.7') },
    { name: 'the network of an unauthenticated impersonator', requester: from(admin, anonymous), want: network('192.0.2.7') },
    { name: 'the network before authentication', requester: from({ username: '', groups: [] }), want: network('192.0.2.7') },
    { name: 'a network of IPv6', requester: from(anonymous, undefined, '2001:db8:1:2:3::4'), want: network('2001:db8:1:2::/64') },
  ]; // prettier-ignore
  for (const { name, requester, want } of cases) {
    it(`is the flow of ${name}`, () => expect(flowOfRequester(requester)).toEqual(want));
  }
});
