// A process of its own: what Node's own servers do with the same bytes, and nothing else. Reads BARE from the environment,
// prints `ready {"https": URL, "http": URL}`.
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { createRequire } from 'node:module';

/**
 * @type {{ cert: string, key: string, ca: string, object: string, items: number, store?: { module: string, storage: object } }} files, how
 *   many objects a list has, and a store (`storage` as `openStorage` takes it) for what is posted; default: it is not kept
 */
const options = JSON.parse(process.env.BARE);
const { module, storage } = options.store ?? {};
const store = module && (await createRequire(import.meta.url)(module).openStorage(storage));
const object = readFileSync(options.object);
const items = Array.from({ length: options.items }, () => Buffer.from(object));
const comma = Buffer.from(',');
const JSON_TYPE = { 'content-type': 'application/json' };

/** What must be done for a list of objects that are there as bytes: one copy of each. */
function joinItems() {
  const parts = [Buffer.from('{"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[')];
  for (let at = 0; at < items.length; at++) {
    if (at > 0) parts.push(comma);
    parts.push(items[at]);
  }
  parts.push(Buffer.from(']}'));
  return Buffer.concat(parts);
}
const joined = joinItems();

const watchers = new Set();
/** One event to all watchers, serialized once. */
function publish(body) {
  const frame = Buffer.from(`{"type":"ADDED","object":${JSON.stringify(body)}}\n`);
  for (const watcher of watchers) watcher.write(frame);
}

const answer = (response, status, bytes) => {
  response.writeHead(status, { ...JSON_TYPE, 'content-length': bytes.length });
  response.end(bytes);
};

const gets = {
  '/object': (response) => answer(response, 200, object),
  '/list': (response) => answer(response, 200, joinItems()),
  '/list-joined-before': (response) => answer(response, 200, joined),
  '/watch': (response) => {
    response.writeHead(200, JSON_TYPE);
    response.flushHeaders();
    watchers.add(response);
    response.on('close', () => watchers.delete(response));
  },
};

const VERSION = '"resourceVersion":"';
let kept = 0;
/** As an object is kept: its resourceVersion is put in by the store. @returns {Promise<Buffer>} */
async function keep(body) {
  const text = JSON.stringify({ ...body, metadata: { resourceVersion: '', ...body.metadata } });
  const value = { bytes: Buffer.from(text), revisionAt: text.indexOf(VERSION) + VERSION.length };
  return (await store.create(`/core/configmaps/default/bench-${kept++}`, value)).value;
}

function post(request, response) {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString());
    if (watchers.size > 0) publish(body);
    if (!store) return answer(response, 201, Buffer.from(JSON.stringify(body)));
    keep(body).then(
      (bytes) => answer(response, 201, bytes),
      (error) => answer(response, 500, Buffer.from(JSON.stringify({ message: error.message }))),
    );
  });
}

const handle = (request, response) =>
  request.method === 'POST' ? post(request, response) : gets[request.url](response);

const secure = https.createServer(
  {
    cert: readFileSync(options.cert),
    key: readFileSync(options.key),
    ca: readFileSync(options.ca),
    requestCert: true,
    rejectUnauthorized: false,
  },
  handle,
);
const plain = http.createServer(handle);
const listen = (server) =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', 1_024, () => resolve(server.address().port)));
const urls = {
  https: `https://127.0.0.1:${await listen(secure)}`,
  http: `http://127.0.0.1:${await listen(plain)}`,
};
process.on('SIGTERM', () => process.exit(0));
process.stdout.write(`ready ${JSON.stringify(urls)}\n`);
