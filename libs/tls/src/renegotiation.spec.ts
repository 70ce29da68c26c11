import { once } from 'node:events';
import { connect, createSecureContext, type TLSSocket } from 'node:tls';
import { TestServer } from '@orch/server-testing';
import { OpensslAuthority, type Pair } from '@orch/testing';

/** Replaces the client certificate between two handshakes; the types of Node do not have the method yet. */
type Rekeyable = TLSSocket & { setKeyCert(context: ReturnType<typeof createSecureContext>): void };

const REVIEW = JSON.stringify({ kind: 'SelfSubjectReview', apiVersion: 'authentication.orch.io/v1' });
const REQUEST = [
  'POST /apis/authentication.orch.io/v1/selfsubjectreviews HTTP/1.1',
  'Host: x',
  'Connection: close',
  'Content-Type: application/json',
  `Content-Length: ${REVIEW.length}`,
  '',
  REVIEW,
].join('\r\n');

/** The error of the second handshake; null when it succeeded. */
const renegotiationFailure = (socket: TLSSocket): Promise<string | null> =>
  new Promise((resolve) => {
    socket.on('error', ({ message }) => resolve(message));
    socket.renegotiate({ rejectUnauthorized: true }, (error) => resolve(error && error.message));
  });

describe('renegotiation in TLS 1.2', () => {
  let clients: OpensslAuthority;
  let server: TestServer;
  let client: Pair;
  let serving: Pair;

  beforeAll(async () => {
    clients = await OpensslAuthority.create('clients');
    client = await clients.issue({ subject: '/CN=eve' });
    serving = await clients.issue({ subject: '/CN=system:node:n1/O=system:nodes', usage: 'serverAuth' });
    server = await TestServer.start({ clientCaFile: clients.file });
  });
  afterAll(async () => {
    await TestServer.closeAll();
    await clients.remove();
  });

  const opened = async (pair: Pair): Promise<Rekeyable> => {
    const { hostname, port } = new URL(server.server.url);
    const socket = connect({ host: hostname, port: Number(port), ca: server.caPem, maxVersion: 'TLSv1.2', ...pair });
    await once(socket, 'secureConnect');
    return socket as Rekeyable;
  };
  const answerOn = async (socket: TLSSocket): Promise<string> => {
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    const ended = once(socket, 'close');
    socket.write(REQUEST);
    await ended;
    return text;
  };

  it('a server certificate does not authenticate a client', async () => {
    expect(await answerOn(await opened(client))).toContain('"username":"eve"');
    expect(await answerOn(await opened(serving))).toContain(' 401 ');
  });

  it('is refused, so that no second certificate replaces the verified one', async () => {
    const socket = await opened(client);
    socket.setKeyCert(createSecureContext(serving));
    expect(await renegotiationFailure(socket)).toContain('no renegotiation');
    socket.destroy();
  });
});
