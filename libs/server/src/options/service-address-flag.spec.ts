import { fixedServiceAddresses } from './service-address-flag.js';

it('reads addresses of services, of one port or of all', () =>
  expect(
    fixedServiceAddresses(['a/b=127.0.0.1:8443', 'a/b:8080=[::1]:1', 'kube-system/m-1=hooks.example.com:65535']),
  ).toEqual([
    { namespace: 'a', name: 'b', servicePort: undefined, host: '127.0.0.1', port: 8443 },
    { namespace: 'a', name: 'b', servicePort: 8080, host: '::1', port: 1 },
    { namespace: 'kube-system', name: 'm-1', servicePort: undefined, host: 'hooks.example.com', port: 65_535 },
  ]));

it.each(['', 'b=1.2.3.4:1', 'a/b', 'a/b=1.2.3.4', 'a/b:0=1.2.3.4:1', 'a/b:99999=h:1', 'a/b=h:65536', 'a/b/c=h:1', 'a/b=::1:1', 'A/b=h:1', 'a/b=u@h:1'])(
  'rejects %j',
  (text) =>
    expect(() => fixedServiceAddresses([text])).toThrow(
      `--service-address=${text}: must be NAMESPACE/NAME[:PORT]=HOST:PORT`,
    ),
); // prettier-ignore
