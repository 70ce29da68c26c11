import { request } from 'undici';

import { startChild } from './child.mjs';
import { freePort } from './free-port.mjs';

/** Room for what the rounds put; past it etcd refuses writes. */
const QUOTA_BYTES = 8 * 1_024 ** 3;

/**
 * A single etcd with its own defaults, on the disk of `dataDir`. Plain text: its clients pay for no TLS.
 * @param {string} dataDir
 */
export async function startEtcd(dataDir) {
  const client = `http://127.0.0.1:${await freePort()}`;
  const peer = `http://127.0.0.1:${await freePort()}`;
  const child = await startChild({
    command: 'etcd',
    args: [
      '--logger=zap',
      '--log-outputs=stdout',
      `--data-dir=${dataDir}`,
      `--listen-client-urls=${client}`,
      `--advertise-client-urls=${client}`,
      `--listen-peer-urls=${peer}`,
      `--initial-advertise-peer-urls=${peer}`,
      `--initial-cluster=default=${peer}`,
      `--quota-backend-bytes=${QUOTA_BYTES}`,
    ],
    // Packages of some machines are marked unsupported and refuse to start without it.
    env: { ETCD_UNSUPPORTED_ARCH: process.arch === 'x64' ? 'amd64' : process.arch },
    ready: /serving client traffic|ready to serve client requests/,
  });
  /** How many puts it has committed: a gRPC failure is HTTP 200 too, so the driver alone cannot tell. */
  const puts = async () => {
    const { body } = await request(`${client}/metrics`);
    const found = /^etcd_mvcc_put_total (\S+)/m.exec(await body.text());
    return Number(found[1]);
  };
  return { ...child, url: client, puts };
}
