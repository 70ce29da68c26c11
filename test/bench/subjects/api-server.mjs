import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

import { startChild } from './child.mjs';

/** The token that drivers without client certificates show; the same header goes to every peer. */
export const TOKEN = 'bench-token-of-thirty-two-letters';
/** The same for a user of the group below, who may do what roles allow. */
export const READER_TOKEN = 'read-token-of-thirty-two-letters.';
export const READERS = 'bench-readers';
/** Path of the ConfigMaps all measurements work on. */
export const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

/**
 * @typedef {import('./child.mjs').Child & { url: string, dataDir: string }} ApiServer
 */

/**
 * Starts `orch apiserver` (or `orch up`) as a user would, on a free port.
 * @param {{ root: string, dataDir: string, program?: 'apiserver' | 'up', flags?: readonly string[] }} options
 * @returns {Promise<ApiServer>}
 */
export async function startApiServer({ root, dataDir, program = 'apiserver', flags = [] }) {
  const tokens = `${dataDir}.tokens.csv`;
  writeFileSync(tokens, `${TOKEN},bench,bench-1,"system:masters"\n${READER_TOKEN},reader,reader-1,"${READERS}"\n`);
  const child = await startChild({
    args: [
      join(root, 'bin/orch.js'),
      program,
      '--secure-port=0',
      `--data-dir=${dataDir}`,
      `--token-auth-file=${tokens}`,
      ...flags,
    ],
    ready: /^ready (https:\S+)/,
    cwd: root,
  });
  return { ...child, url: child.ready[1], dataDir };
}

/**
 * The administrator's client certificate out of a data directory.
 * @param {string} dataDir
 * @returns {{ ca: Buffer, cert: Buffer, key: Buffer }}
 */
export function adminCredentials(dataDir) {
  const config = parse(readFileSync(join(dataDir, 'admin.conf'), 'utf8'));
  const bytes = (base64) => Buffer.from(base64, 'base64');
  return {
    ca: bytes(config.clusters[0].cluster['certificate-authority-data']),
    cert: bytes(config.users[0].user['client-certificate-data']),
    key: bytes(config.users[0].user['client-key-data']),
  };
}
