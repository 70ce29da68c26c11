import { parse } from 'yaml';
import { renderClientConfiguration } from './client-configuration.js';
import { serverUrl } from './server-url.js';
import { servingHosts } from '@orch/tls';
import { vocabularies } from '@orch/vocabulary';

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('client configuration', () => {
  it('is YAML with everything inside', () =>
    expect(
      parse(
        renderClientConfiguration({
          cluster: 'orch',
          server: 'https://[::1]:6443',
          certificateAuthorityPem: 'CA',
          user: { name: 'a: "b"', certificatePem: 'CERT', privateKeyPem: 'KEY' },
        }),
      ),
    ).toEqual({
      apiVersion: 'v1',
      kind: 'Config',
      preferences: {},
      clusters: [
        { name: 'orch', cluster: { 'certificate-authority-data': base64('CA'), server: 'https://[::1]:6443' } },
      ],
      contexts: [{ name: 'a: "b"@orch', context: { cluster: 'orch', user: 'a: "b"' } }],
      'current-context': 'a: "b"@orch',
      users: [
        { name: 'a: "b"', user: { 'client-certificate-data': base64('CERT'), 'client-key-data': base64('KEY') } },
      ],
    }));
  it('without a user names no context', () =>
    expect(
      parse(renderClientConfiguration({ cluster: '', server: 'https://h:1', certificateAuthorityPem: 'CA' })),
    ).toMatchObject({
      contexts: [],
      'current-context': '',
      users: [],
    }));
});

describe('serverUrl', () => {
  const rows: Array<[string, string]> = [
    ['127.0.0.1', 'https://127.0.0.1:1'],
    ['0.0.0.0', 'https://127.0.0.1:1'],
    ['::', 'https://[::1]:1'],
    ['fd00::1', 'https://[fd00::1]:1'],
  ];
  for (const [address, want] of rows)
    it(`${address} is written as ${want}`, () => expect(serverUrl(address, 1)).toBe(want));
});

describe('servingHosts', () => {
  it('names loopback, service and machine', () =>
    expect(servingHosts('10.0.0.1', vocabularies.orch, 'Box-1')).toEqual([
      'localhost',
      '127.0.0.1',
      '::1',
      'orch',
      'orch.default',
      'orch.default.svc',
      'orch.default.svc.cluster.local',
      'box-1',
      '10.0.0.1',
    ]));
  it('leaves out addresses that a certificate cannot contain', () =>
    expect(servingHosts('0.0.0.0', vocabularies.orch, 'my_box')).not.toContain('my_box'));
});
