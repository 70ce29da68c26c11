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
 * @param {{ method?: string, body?: string, type?: string, accept?: string }} [options] `type` of the body, default JSON
 * @returns {Promise<Buffer>} the body of a 2xx answer
 */
export async function call(url, options = {}) {
  const { status, bytes } = await answerOf(url, options);
  if (status >= 300) {
    throw new Error(`${options.method ?? 'GET'} ${url}: ${status} ${bytes.toString().slice(0, 300)}`);
  }
  return bytes;
}

async function answerOf(url, { method = 'GET', body, type = 'application/json', accept = HEADERS.accept }) {
  const headers = { ...HEADERS, accept, ...(body !== undefined && { 'content-type': type }) };
  const answer = await request(url, { method, body, headers, dispatcher: agent });
  return { status: answer.statusCode, bytes: Buffer.from(await answer.body.arrayBuffer()) };
}

/** A server that does not answer as awaited for so long never will. Unit: milliseconds. */
const AWAIT_MS = 120_000;

/** Repeats a request at once until its answer is as awaited. */
async function repeat(url, options, isAwaited) {
  const began = performance.now();
  for (;;) {
    const answer = await answerOf(url, options);
    if (isAwaited(answer)) return;
    if (performance.now() - began > AWAIT_MS) throw new Error(`${url} was not answered as awaited: ${answer.status}`);
  }
}

/**
 * Waits until a resource is served.
 * @param {string} url
 */
export const untilServed = (url) => repeat(url, {}, ({ status }) => status === 200);

/**
 * Waits until a document says what `isAwaited` looks for.
 * @param {string} url
 * @param {string} accept
 * @param {(text: string) => boolean} isAwaited
 */
export const until = (url, accept, isAwaited) =>
  repeat(url, { accept }, ({ status, bytes }) => status === 200 && isAwaited(bytes.toString()));

/**
 * Creates an object, as soon as its resource is served.
 * @param {string} url
 * @param {string} body
 */
export const untilCreated = (url, body) => repeat(url, { method: 'POST', body }, ({ status }) => status === 201);

/** Requests of {@link each} under way at once. */
const WRITERS = 8;

/**
 * Does something for each of many, some at once.
 * @template T
 * @param {readonly T[]} all
 * @param {(one: T) => Promise<unknown>} act
 */
export async function each(all, act) {
  const left = all.values();
  const work = async () => {
    for (const one of left) await act(one);
  };
  await Promise.all(Array.from({ length: WRITERS }, work));
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
export const fill = (server, count, folder) => createMany(server + CONFIG_MAPS, count, writeBody(folder));

/**
 * Creates `count` objects of one body, which leaves the name to the server.
 * @param {string} url of the collection
 * @param {number} count
 * @param {string} bodyFile
 */
export async function createMany(url, count, bodyFile) {
  const headers = { ...HEADERS, 'content-type': 'application/json' };
  await h2load({ url, connections: Math.min(FILLERS, count), requests: count, headers, bodyFile });
}
