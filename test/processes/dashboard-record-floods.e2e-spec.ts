import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { runOrch, sendKeyUpdates, servingPair, temporaryDirectory } from '@orch/testing';
import { Agent, fetch } from 'undici';

it('orch dashboard ends connections with thousands of TLS records without data, and with too long a ClientHello', async () => {
  const { certificatePem, privateKeyPem } = await servingPair();
  const folder = await temporaryDirectory();
  const [cert, key] = [join(folder.path, 'served.crt'), join(folder.path, 'served.key')];
  await Promise.all([writeFile(cert, certificatePem), writeFile(key, privateKeyPem)]);
  const tls = [`--tls-cert-file=${cert}`, `--tls-private-key-file=${key}`];
  const front = runOrch(['dashboard', '--server=https://127.0.0.1:1', '--port=0', ...tls]);
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  try {
    const page = await front.ready;
    const port = Number(new URL(page).port);
    await once(await sendKeyUpdates(port, 5_000), 'close');
    const hello = connect(port, '127.0.0.1');
    hello.on('error', () => undefined).write(Buffer.from([22, 3, 1, 64, 0, 1, 0, 64, 1])); // its headers: 16,385 bytes
    await once(hello.resume(), 'close');
    expect((await fetch(page, { dispatcher })).status).toBe(200);
  } finally {
    await dispatcher.destroy();
    await front.stop();
    await folder.remove();
  }
});
