import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runOrch, sendKeyUpdates, servingPair, temporaryDirectory } from '@orch/testing';
import { Agent, fetch } from 'undici';

it('orch dashboard ends connections that send thousands of TLS records without data', async () => {
  const { certificatePem, privateKeyPem } = await servingPair();
  const folder = await temporaryDirectory();
  const [cert, key] = [join(folder.path, 'served.crt'), join(folder.path, 'served.key')];
  await Promise.all([writeFile(cert, certificatePem), writeFile(key, privateKeyPem)]);
  const tls = [`--tls-cert-file=${cert}`, `--tls-private-key-file=${key}`];
  const front = runOrch(['dashboard', '--server=https://127.0.0.1:1', '--port=0', ...tls]);
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  try {
    const page = await front.ready;
    await once(await sendKeyUpdates(Number(new URL(page).port), 5_000), 'close');
    expect((await fetch(page, { dispatcher })).status).toBe(200);
  } finally {
    await dispatcher.destroy();
    await front.stop();
    await folder.remove();
  }
});
