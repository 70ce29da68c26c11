import { Duplex } from 'node:stream';
import { connect } from 'node:tls';
import { CLIENT_TLS } from './tls-options.js';

const TLS_DHE_RSA_WITH_AES_128_GCM_SHA256 = 0x009e;

/** Numbers of the cipher suites that a client offers. */
async function offered(options: object): Promise<number[]> {
  const hello = await new Promise<Buffer>((resolve) => {
    const socket = new Duplex({ read: () => undefined, write: resolve });
    connect({ socket, ...options }).on('error', () => undefined);
  });
  const at = 44 + hello[43]!; // after the random bytes and the session
  return Array.from({ length: hello.readUInt16BE(at) / 2 }, (_, index) => hello.readUInt16BE(at + 2 + 2 * index));
}

it('clients offer no key exchange of TLS 1.2 with finite fields', async () => {
  expect(await offered({})).toContain(TLS_DHE_RSA_WITH_AES_128_GCM_SHA256);
  const suites = await offered(CLIENT_TLS);
  expect(suites).not.toContain(TLS_DHE_RSA_WITH_AES_128_GCM_SHA256);
  expect(suites.length).toBeGreaterThan(5);
});
