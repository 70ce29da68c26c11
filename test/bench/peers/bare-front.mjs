// A process of its own: what Node's own servers do with the same bytes, and nothing else. Reads BARE from the environment,
// prints `ready {"https": URL, "http": URL}`.
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';

/** @type {{ cert: string, key: string, ca: string, object: string, items: number }} files, and how many objects a list has */
const options = JSON.parse(process.env.BARE);
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

function post(request, response) {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString());
    if (watchers.size > 0) publish(body);
    answer(response, 201, Buffer.from(JSON.stringify(body)));
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
