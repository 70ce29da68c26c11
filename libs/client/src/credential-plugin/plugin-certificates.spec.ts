import { FakeClock } from '@orch/apimachinery';
import { sendStatus } from '@orch/client-testing';
import { credential, get, PluginFixture } from './plugin.fixture.js';
import { makeTestCertificates, type TestCertificates, type TestPair } from '../testing/test-certificates.js';
import type { Transport } from '../transport/transport.js';

const HOUR = 3_600_000;

let certificates: TestCertificates;
let fixture: PluginFixture;
let clock: FakeClock;
beforeAll(async () => {
  certificates = await makeTestCertificates();
});
beforeEach(async () => {
  clock = new FakeClock(Date.now());
  const { ca, server } = certificates;
  // The server trusts the root only, and needs no certificate: a client without one is seen as such.
  const tls = { ...server, ca, requestCert: true, rejectUnauthorized: false };
  // Connections that end do not end because they are idle.
  fixture = await PluginFixture.start({ tls, keepAliveMs: 600_000 });
});
afterEach(() => fixture.stop());

const status = ({ cert, key }: TestPair, more: object = {}): object => ({
  clientCertificateData: cert,
  clientKeyData: key,
  ...more,
});
/** @param lifetimeMs of the credential. */
const gives = (content: object, lifetimeMs = HOUR): void =>
  fixture.plugin.behave({
    output: credential({ ...content, expirationTimestamp: new Date(clock.now() + lifetimeMs).toISOString() }),
  });
const client = (): Transport => {
  const caData = Buffer.from(certificates.ca).toString('base64');
  return fixture.transport(fixture.configuration({}, { 'certificate-authority-data': caData }), clock);
};
const last = () => fixture.server.requests.at(-1)!;

it('B-164 a client certificate is shown to the server', async () => {
  gives(status(certificates.client));
  await get(client());
  expect(last()).toMatchObject({ peerName: 'tester', peerTrusted: true });
  expect(last().headers.authorization).toBeUndefined();
});

it('B-166 intermediates are sent', async () => {
  gives(status(certificates.clientOfIntermediate));
  await get(client());
  expect(last()).toMatchObject({ peerName: 'tester-below', peerTrusted: true });
});

it('B-164 a key of another certificate is refused', async () => {
  gives(status({ cert: certificates.client.cert, key: certificates.server.key }));
  await expect(get(client())).rejects.toThrow('printed a client certificate that cannot be used');
});

it('D-115 a token and a certificate are both used', async () => {
  gives(status(certificates.client, { token: 't' }));
  await get(client());
  expect(last()).toMatchObject({ peerName: 'tester', headers: { authorization: 'Bearer t' } });
});

it('B-172 a new certificate is used on a new connection, and the old ones are closed', async () => {
  const transport = client();
  gives(status(certificates.client));
  await get(transport);
  await get(transport);
  const before = fixture.server.connections;
  gives(status(certificates.clientOfIntermediate));
  clock.advance(HOUR);
  await get(transport);
  expect(last().peerName).toBe('tester-below');
  const added = fixture.server.connections - before;
  expect(added).toBeGreaterThan(0);
  await fixture.server.until('the end of the old connections', () => fixture.server.openConnections === added);
});

it('B-172 a new key of the same name is used on a new connection', async () => {
  const transport = client();
  gives(status(certificates.client));
  await get(transport);
  const { client: other } = await makeTestCertificates();
  gives(status(other));
  clock.advance(HOUR);
  await get(transport);
  expect(last()).toMatchObject({ peerName: 'tester', peerTrusted: false });
});

it('the same certificate again leaves the connections open', async () => {
  const transport = client();
  gives(status(certificates.client, { token: 'a' }));
  await get(transport);
  gives(status(certificates.client, { token: 'b' }));
  clock.advance(HOUR);
  await get(transport);
  expect(last().headers.authorization).toBe('Bearer b');
  expect(fixture.server.openConnections).toBe(fixture.server.connections);
});

it('B-172 a certificate that is not given any more is not shown', async () => {
  const transport = client();
  gives(status(certificates.client));
  await get(transport);
  gives({ token: 't' });
  clock.advance(HOUR);
  await get(transport);
  expect(last().peerName).toBeUndefined();
});

it('B-172 a new certificate ends watches, also of other clients with the same plugin', async () => {
  const [first, second] = [client(), client()];
  gives(status(certificates.client));
  await get(first);
  let failure: Promise<unknown> | undefined;
  await new Promise<void>((onOpen) => {
    const watch = second.stream({ method: 'GET', path: '/api/v1/configmaps?watch=true', onOpen });
    failure = watch.next().catch((error: unknown) => error);
  });
  gives(status(certificates.clientOfIntermediate));
  clock.advance(HOUR);
  await get(first);
  expect(await failure).toMatchObject({ code: 'Interrupted', message: 'the client certificate has changed' });
  await get(second);
  expect(last().peerName).toBe('tester-below');
});

it('a call in flight ends on its old connection', async () => {
  const transport = client();
  gives(status(certificates.client));
  let answer = (): void => undefined;
  fixture.server.fail({ answer: (response) => (answer = () => sendStatus(response, 404, 'NotFound')) });
  const call = transport
    .text({ method: 'GET', path: '/version', timeoutMs: 9 * HOUR })
    .catch((error: unknown) => error);
  await fixture.server.until('the call', () => fixture.server.requests.length === 1);
  gives(status(certificates.clientOfIntermediate));
  clock.advance(HOUR);
  await get(transport);
  answer();
  expect(await call).toMatchObject({ reason: 'NotFound' });
});

it('a call in flight on an old connection ends with the client', async () => {
  const transport = client();
  gives(status(certificates.client));
  fixture.server.fail({ answer: () => undefined });
  const call = transport
    .text({ method: 'GET', path: '/version', timeoutMs: 9 * HOUR })
    .catch((error: unknown) => error);
  await fixture.server.until('the call', () => fixture.server.requests.length === 1);
  gives(status(certificates.clientOfIntermediate));
  clock.advance(HOUR);
  await get(transport);
  await transport.close();
  expect(await call).toMatchObject({ code: 'Interrupted' });
});
