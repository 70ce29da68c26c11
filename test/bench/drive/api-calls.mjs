import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, request } from 'undici';

import { configMapBody } from '../objects.mjs';
import { CONFIG_MAPS, READER_TOKEN, READERS, TOKEN } from '../subjects/api-server.mjs';
import { h2load } from './h2load.mjs';

/** Headers of every request that h2load sends, to Orch and to its peers alike. */
export const HEADERS = { authorization: `Bearer ${TOKEN}`, accept: 'application/json' };
/** The same for a user who is not an administrator: RBAC and in-flight limits apply. */
export const READER_HEADERS = { ...HEADERS, authorization: `Bearer ${READER_TOKEN}` };
/** Connections that fill a server before it is measured. */
const FILLERS = 64;

/** The certificate is the server's own; who it is matters to no measurement. */
const agent = new Agent({ connect: { rejectUnauthorized: false } });

/**
 * One request by a plain client.
 * @param {string} url
 * @param {{ method?: string, body?: string, type?: string }} [options] `type` of the body, default JSON
 * @returns {Promise<Buffer>} the body of a 2xx answer
 */
export async function call(url, { method = 'GET', body, type = 'application/json' } = {}) {
  const headers = { ...HEADERS, ...(body !== undefined && { 'content-type': type }) };
  const answer = await request(url, { method, body, headers, dispatcher: agent });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  if (answer.statusCode >= 300)
    throw new Error(`${method} ${url}: ${answer.statusCode} ${bytes.toString().slice(0, 300)}`);
  return bytes;
}

/**
 * Creates one ConfigMap of about 2 KiB.
 * @param {string} server
 * @returns {Promise<{ path: string, bytes: Buffer }>} its path and the bytes a GET answers
 */
export async function createOne(server) {
  const { metadata } = JSON.parse(await call(server + CONFIG_MAPS, { method: 'POST', body: configMapBody() }));
  const path = `${CONFIG_MAPS}/${metadata.name}`;
  return { path, bytes: await call(server + path) };
}

/**
 * Lets readers read, by the default role `view`.
 * @param {string} server
 */
export async function letReadersRead(server) {
  const roles = `${server}/apis/rbac.authorization.orch.io/v1/clusterrolebindings`;
  const body = {
    metadata: { name: READERS },
    roleRef: { apiGroup: 'rbac.authorization.orch.io', kind: 'ClusterRole', name: 'view' },
    subjects: [{ apiGroup: 'rbac.authorization.orch.io', kind: 'Group', name: READERS }],
  };
  await call(roles, { method: 'POST', body: JSON.stringify(body) });
}

/**
 * Writes the body that creates send.
 * @param {string} folder
 * @returns {string} the file
 */
export function writeBody(folder) {
  const file = join(folder, 'body.json');
  writeFileSync(file, configMapBody());
  return file;
}

/**
 * Creates `count` ConfigMaps of 2 KiB.
 * @param {string} server
 * @param {number} count
 * @param {string} folder
 */
export async function fill(server, count, folder) {
  const headers = { ...HEADERS, 'content-type': 'application/json' };
  await h2load({
    url: server + CONFIG_MAPS,
    connections: FILLERS,
    requests: count,
    headers,
    bodyFile: writeBody(folder),
  });
}
