import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { OBJECT_BYTES } from '../objects.mjs';
import { measuredLoad } from './measured-load.mjs';

const KEY = '/registry/configmaps/default/bench';
const PUT_PATH = '/etcdserverpb.KV/Put';
/** Headers of the call, beside those every HTTP/2 request has. */
const GRPC_HEADERS = { 'content-type': 'application/grpc', te: 'trailers' };

/**
 * Writes the body of a put of 2 KiB.
 * @param {string} folder
 * @returns {string} the file
 */
export function writePut(folder) {
  const file = join(folder, 'put.bin');
  writeFileSync(file, encodePut(Buffer.from(KEY), Buffer.alloc(OBJECT_BYTES, 0x78)));
  return file;
}

/**
 * Puts by h2load, one at a time on each connection.
 * @param {Awaited<ReturnType<typeof import('../subjects/etcd.mjs').startEtcd>>} etcd
 * @param {{ connections: number, seconds: number, warmUpSeconds: number, putFile: string, logFile: string }} options
 */
export async function putInEtcd(etcd, { connections, seconds, warmUpSeconds, putFile, logFile }) {
  const before = await etcd.puts();
  const report = await measuredLoad(etcd.pid, {
    url: etcd.url + PUT_PATH,
    connections,
    seconds,
    warmUpSeconds,
    headers: GRPC_HEADERS,
    bodyFile: putFile,
    http2: true,
    logFile,
  });
  const committed = (await etcd.puts()) - before;
  if (committed < report.done) throw new Error(`etcd committed ${committed} of ${report.done} puts`);
  return report;
}

/**
 * The body of a unary gRPC call `etcdserverpb.KV/Put`: the frame (not compressed, length) and PutRequest { key = 1, value = 2 }.
 * @param {Buffer} key
 * @param {Buffer} value
 */
function encodePut(key, value) {
  const message = Buffer.concat([lengthDelimited(1, key), lengthDelimited(2, value)]);
  const frame = Buffer.alloc(5);
  frame.writeUInt32BE(message.length, 1);
  return Buffer.concat([frame, message]);
}

function lengthDelimited(field, bytes) {
  return Buffer.concat([Buffer.from([(field << 3) | 2]), varint(bytes.length), bytes]);
}

function varint(value) {
  const bytes = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}
