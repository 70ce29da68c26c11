import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { call } from '../drive/api-calls.mjs';
import { TOKEN } from './api-server.mjs';
import { startChild } from './child.mjs';
import { startEtcd } from './etcd.mjs';
import { freePort } from './free-port.mjs';

/** It answers /readyz after its bootstrap objects are written. Unit: milliseconds. */
const READY_MS = 180_000;
/** It reads configurations of admission through informers: this long after their change they hold. Unit: milliseconds. */
const SETTLE_MS = 3_000;

/**
 * A kube-apiserver with an etcd of its own, with the flags a server needs and no others. It is ready at its first `ok` of /readyz.
 * @param {{ program: string, folder: string, flags?: readonly string[] }} options
 * @returns {Promise<import('./contenders.mjs').Contender>}
 */
export async function startReferenceServer({ program, folder, flags = [] }) {
  const at = (name) => join(folder, name);
  mkdirSync(at('etcd'), { recursive: true });
  const etcd = await startEtcd(at('etcd'));
  writeFileSync(at('tokens.csv'), `${TOKEN},bench,bench-1,"system:masters"\n`);
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  writeFileSync(at('sa.key'), privateKey.export({ type: 'pkcs1', format: 'pem' }), { mode: 0o600 });
  writeFileSync(at('sa.pub'), publicKey.export({ type: 'spki', format: 'pem' }));

  const start = async () => {
    const port = await freePort();
    const url = `https://127.0.0.1:${port}`;
    const began = performance.now();
    const child = await startChild({
      command: program,
      args: [
        `--etcd-servers=${etcd.url}`,
        `--secure-port=${port}`,
        '--bind-address=127.0.0.1',
        `--cert-dir=${at('certs')}`,
        '--service-account-issuer=https://kubernetes.default.svc',
        `--service-account-key-file=${at('sa.pub')}`,
        `--service-account-signing-key-file=${at('sa.key')}`,
        '--service-cluster-ip-range=10.0.0.0/24',
        '--authorization-mode=Node,RBAC',
        `--token-auth-file=${at('tokens.csv')}`,
        ...flags,
      ],
      from: 'stderr',
      ready: /Serving securely/,
    });
    while (!(await isReady(url))) {
      if (performance.now() - began > READY_MS) throw new Error(`${program} did not become ready`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return { child, url, readyMs: performance.now() - began };
  };

  let running = await start();
  return {
    name: 'reference',
    get pid() {
      return running.child.pid;
    },
    get pids() {
      return [running.child.pid, etcd.pid];
    },
    get url() {
      return running.url;
    },
    get readyMs() {
      return running.readyMs;
    },
    settle: () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS)),
    restart: async () => {
      await running.child.stop();
      running = await start();
    },
    stop: async () => {
      await running.child.stop();
      await etcd.stop();
    },
  };
}

const isReady = (url) =>
  call(`${url}/readyz`).then(
    () => true,
    () => false,
  );
