import type { Impersonation } from '@orch/client';
import type { GlobalOptions } from '../command-line/global-options.js';
import { impersonation } from './impersonation.js';

const OPTIONS: GlobalOptions = { requestTimeout: '0', vocabulary: 'orch', v: '0' };
const configured: Impersonation = { user: 'jane', uid: '1', groups: ['g'], extra: { k: ['v'] } };

const rows: [string, Impersonation | undefined, Partial<GlobalOptions>, Impersonation | undefined][] = [
  ['no impersonation', undefined, {}, undefined],
  ['whom the configuration names', configured, {}, configured],
  ['B-145 --as', undefined, { as: 'joe' }, { user: 'joe' }],
  ['--as names another user than the configuration', configured, { as: 'joe' }, { user: 'joe' }],
  ['B-146 --as-group, commas kept', undefined, { as: 'joe', asGroup: ['a,b', 'c'] }, { user: 'joe', groups: ['a,b', 'c'] }],
  ['D-113 --as-uid', undefined, { as: 'joe', asUid: '7' }, { user: 'joe', uid: '7' }],
  ['D-113 --as-user-extra', undefined, { as: 'joe', asUserExtra: ['k=v', 'k=w=x', 'l='] }, { user: 'joe', extra: { k: ['v', 'w=x'], l: [''] } }],
  ['flags change a part of the configuration', configured, { asGroup: ['h'] }, { ...configured, groups: ['h'] }],
]; // prettier-ignore
it.each(rows)('%s', (_name, inFile, options, want) => {
  expect(impersonation(inFile, { ...OPTIONS, ...options }).impersonate).toEqual(want);
});

const refusals: [Partial<GlobalOptions>, string][] = [
  [{ asUid: '7' }, 'need --as'],
  [{ asGroup: ['g'] }, 'need --as'],
  [{ asUserExtra: ['k=v'] }, 'need --as'],
  [{ as: 'joe', asUserExtra: ['k'] }, '--as-user-extra=k: write KEY=VALUE'],
];
it.each(refusals)('refuses %j', (options, text) => {
  expect(() => impersonation(undefined, { ...OPTIONS, ...options })).toThrow(text);
});
