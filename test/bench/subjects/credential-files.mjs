import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { adminCredentials } from './api-server.mjs';

/**
 * The administrator's certificate as files, for processes that are configured by their environment.
 * @param {string} dataDir of an API server that is ready
 * @param {string} folder where to write them
 * @returns {{ ca: string, cert: string, key: string }}
 */
export function writeCredentials(dataDir, folder) {
  mkdirSync(folder, { recursive: true });
  const credentials = adminCredentials(dataDir);
  const files = {};
  for (const name of ['ca', 'cert', 'key']) {
    files[name] = join(folder, `${name}.pem`);
    writeFileSync(files[name], credentials[name], { mode: 0o600 });
  }
  return files;
}
