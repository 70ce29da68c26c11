import type { ApiObject } from '../../api/object';
import { readPem } from '../../certificate/read-pem';
import { AUTHORITY, LEAF, REQUEST } from '../../certificate/samples.fixture';
import { certificateFacts } from './certificate-facts';
import { pemSources } from '../../certificate/pem-sources';

const object = (fields: object): ApiObject => ({ metadata: { name: 'a' }, ...fields });
const labels = (resource: string, fields: object): string[] =>
  pemSources({ resource }, object(fields)).map(({ label }) => label);

describe('pemSources', () => {
  test.each([
    ['certificatesigningrequests', { spec: { request: btoa(REQUEST) } }, ['Requested']],
    [
      'certificatesigningrequests',
      { spec: { request: btoa(REQUEST) }, status: { certificate: btoa(LEAF) } },
      ['Requested', 'Issued'],
    ],
    ['secrets', { data: { 'tls.crt': btoa(LEAF), password: btoa('x') } }, ['tls.crt']],
    ['secrets', {}, []],
    ['configmaps', { data: { 'ca.crt': AUTHORITY } }, ['ca.crt']],
    ['apiservices', { spec: { caBundle: btoa(AUTHORITY) } }, ['CA']],
    [
      'validatingwebhookconfigurations',
      { webhooks: [{ name: 'a.b.c', clientConfig: { caBundle: btoa(AUTHORITY) } }, { name: 'd' }] },
      ['CA of a.b.c'],
    ],
    ['widgets', { data: { 'ca.crt': AUTHORITY } }, []],
  ])('%s: %#', (resource, fields, expected) => {
    expect(labels(resource, fields)).toEqual(expected);
  });
});

describe('certificateFacts', () => {
  const at = (time: string) => {
    const facts = certificateFacts(readPem(LEAF)[0]!, Date.parse(time));
    return facts.find(({ label }) => label === 'Validity');
  };

  test.each([
    ['2026-01-01T03:04:05Z', 'begins in 24h', 'warn'],
    ['2030-01-01T00:00:00Z', 'expires in 19y', 'good'],
    ['2049-01-01T03:04:05Z', 'expires in 24h', 'warn'],
    ['2049-01-04T03:04:05Z', 'expired 2d ago', 'bad'],
  ])('at %s it %s', (time, value, tone) => {
    expect(at(time)).toEqual({ label: 'Validity', value, tone });
  });

  test('a request for an authority is a warning', () => {
    expect(certificateFacts(readPem(REQUEST)[0]!, 0)).toContainEqual({
      label: 'Authority',
      value: 'asks to sign certificates',
      tone: 'warn',
    });
  });
});

test.each([
  ['constructor', {}],
  ['secrets', { data: { a: 'not base64 !' } }],
  ['secrets', { data: { a: { b: 1 } } }],
])('kinds of others may be named %s and have anything in their fields: %#', (resource, fields) => {
  expect(labels(resource, fields)).toEqual([]);
});
