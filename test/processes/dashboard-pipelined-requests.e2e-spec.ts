import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { MAX_PIPELINED_REQUESTS } from '@orch/http';
import { runOrch, servingPair, temporaryDirectory } from '@orch/testing';

const GET = 'GET /api HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
const LAST = GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');

it('orch dashboard passes pipelined requests on one after the other, and ends connections with too many', async () => {
  const { certificatePem, privateKeyPem } = await servingPair();
  const folder = await temporaryDirectory();
  const [cert, key] = [join(folder.path, 'served.crt'), join(folder.path, 'served.key')];
  await Promise.all([writeFile(cert, certificatePem), writeFile(key, privateKeyPem)]);
  const tls = [`--tls-cert-file=${cert}`, `--tls-private-key-file=${key}`];
  const front = runOrch(['dashboard', '--server=https://127.0.0.1:1', '--port=0', ...tls]);
  try {
    const port = Number(new URL(await front.ready).port);
    const answers = async (requests: string): Promise<number> => {
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
      let heard = '';
      socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
      socket.on('error', () => undefined).write(requests);
      await once(socket, 'close');
      return heard.split('HTTP/1.1 503').length - 1;
    };
    expect(await answers(GET.repeat(MAX_PIPELINED_REQUESTS) + LAST)).toBe(MAX_PIPELINED_REQUESTS + 1);
    expect(await answers(GET.repeat(MAX_PIPELINED_REQUESTS + 1) + LAST)).toBe(0);
  } finally {
    await front.stop();
    await folder.remove();
  }
});
