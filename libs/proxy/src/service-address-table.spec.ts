import { ServiceAddressTable } from './service-address-table.js';

const entry = (name: string, servicePort: number | undefined, port: number) => ({
  namespace: 'shop',
  name,
  servicePort,
  host: '127.0.0.1',
  port,
});
const table = new ServiceAddressTable([
  entry('api', undefined, 1),
  entry('api', 8443, 2),
  entry('hook', 443, 3),
  entry('hook', 443, 4),
]);

it.each([
  ['api', 443, 1],
  ['api', 8443, 2],
  ['hook', 443, 4],
  ['hook', 8443, undefined],
  ['other', 443, undefined],
])('port of %s:%d: %s', (name, servicePort, port) => expect(table.find('shop', name, servicePort)?.port).toBe(port));

it('is of a namespace', () => expect(table.find('elsewhere', 'api', 443)).toBeUndefined());
