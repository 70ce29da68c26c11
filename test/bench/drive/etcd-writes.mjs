import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { OBJECT_BYTES } from '../objects.mjs';
import { measuredLoad } from './measured-load.mjs';

const KEY = '/registry/configmaps/default/bench';
/** A key that is never written. */
const ABSENT_KEY = '/registry/configmaps/default/absent';
/** Headers of the call, in addition to those of every HTTP/2 request. */
const GRPC_HEADERS = { 'content-type': 'application/grpc', te: 'trailers' };

/** Fields of messages of etcdserverpb. */
const PUT = { key: 1, value: 2 };
const TXN = { compare: 1, success: 2 };
const COMPARE = { target: 2, key: 3, modRevision: 6 };
const REQUEST_OP = { requestPut: 2 };
const TARGET_MOD = 2;

/** Ways to write 2 KiB. */
const CALLS = {
  /** The transaction of a create by an API server on etcd: it writes only if a key has never been written. */
  transaction: { path: '/etcdserverpb.KV/Txn', message: () => transaction() },
  /** Overwrites any value. */
  put: { path: '/etcdserverpb.KV/Put', message: () => put() },
};

/**
 * Writes the bodies of both calls.
 * @param {string} folder
 * @returns {Record<keyof typeof CALLS, string>} their files
 */
export function writeEtcdBodies(folder) {
  const files = Object.entries(CALLS).map(([name, { message }]) => {
    const file = join(folder, `etcd-${name}.bin`);
    writeFileSync(file, frame(message()));
    return [name, file];
  });
  return Object.fromEntries(files);
}

/**
 * A contestant for each call, which writes by h2load, one at a time on each connection.
 * @param {() => Awaited<ReturnType<typeof import('../subjects/etcd.mjs').startEtcd>>} etcd that of the round
 * @param {{ connections: number, seconds: number, warmUpSeconds: number, bodies: Record<string, string>, logFile: string }} options
 */
export const etcdContestants = (etcd, options) =>
  Object.keys(CALLS).map((call) => ({
    name: `etcd ${call}, ${options.connections}`,
    run: () => writeInEtcd(etcd(), call, options),
  }));

async function writeInEtcd(etcd, call, { bodies, ...load }) {
  const before = await etcd.puts();
  const report = await measuredLoad(etcd.pid, {
    ...load,
    url: etcd.url + CALLS[call].path,
    headers: GRPC_HEADERS,
    bodyFile: bodies[call],
    http2: true,
  });
  const committed = (await etcd.puts()) - before;
  if (committed < report.done) throw new Error(`etcd committed ${committed} of ${report.done} writes`);
  return report;
}

const put = () =>
  Buffer.concat([lengthDelimited(PUT.key, KEY), lengthDelimited(PUT.value, Buffer.alloc(OBJECT_BYTES, 0x78))]);

function transaction() {
  const neverWritten = Buffer.concat([
    number(COMPARE.target, TARGET_MOD),
    lengthDelimited(COMPARE.key, ABSENT_KEY),
    number(COMPARE.modRevision, 0),
  ]);
  const then = lengthDelimited(REQUEST_OP.requestPut, put());
  return Buffer.concat([lengthDelimited(TXN.compare, neverWritten), lengthDelimited(TXN.success, then)]);
}

/** The body of a unary gRPC call: not compressed, length, message. */
function frame(message) {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

/** @param {string | Buffer} value */
function lengthDelimited(field, value) {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([(field << 3) | 2]), varint(bytes.length), bytes]);
}

const number = (field, value) => Buffer.concat([Buffer.from([field << 3]), varint(value)]);

function varint(value) {
  const bytes = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}
