// Many watchers in one process, for the fan-out test: plain Node, so that it costs the machine as little as it can.
// Reads CROWD from the environment, prints `watching` when all are connected and `finished REPORT` when all are through.
const { connect } = require('node:tls');
const { readFileSync } = require('node:fs');
const { createHash } = require('node:crypto');

const { url, config, watchers, events } = JSON.parse(process.env.CROWD);
const text = readFileSync(config, 'utf8');
const pem = (key) => Buffer.from(new RegExp(`${key}: ?"?([A-Za-z0-9+/=]+)`).exec(text)[1], 'base64');
const target = new URL(url);
const secure = {
  host: target.hostname,
  port: Number(target.port),
  ca: pem('certificate-authority-data'),
  cert: pem('client-certificate-data'),
  key: pem('client-key-data'),
};
const VERSION =
  /"type":"ADDED","object":\{"kind":"ConfigMap","apiVersion":"v1","metadata":\{"name":"[^"]+","namespace":"default","uid":"[^"]+","resourceVersion":"(\d+)"/;

let watching = 0;
let complete = 0;
let doubled = 0;
const orders = new Set();

function finishIfAll() {
  if (complete < watchers) return;
  console.log(`finished ${JSON.stringify({ complete, orders: orders.size, doubled })}`);
  process.exit(0);
}

function watch(done) {
  const socket = connect(secure);
  const hash = createHash('sha1');
  let rest = '';
  let seen = 0;
  let last = 0;
  let started = false;
  socket.on('secureConnect', () =>
    socket.write(`GET ${target.pathname}?watch=true HTTP/1.1\r\nHost: ${target.host}\r\n\r\n`),
  );
  socket.on('data', (bytes) => {
    rest += bytes.toString('latin1');
    if (!started) {
      const end = rest.indexOf('\r\n\r\n');
      if (end < 0) return;
      rest = rest.slice(end + 4);
      started = true;
      done();
    }
    // A line begins with the event; chunk frames stand alone on lines of their own.
    let from = 0;
    for (let end; (end = rest.indexOf('\n', from)) >= 0; from = end + 1) {
      const line = rest.slice(from, end);
      const found = line.charCodeAt(0) === 0x7b ? VERSION.exec(line) : null;
      if (!found) continue;
      const version = Number(found[1]);
      if (version <= last) doubled++;
      last = version;
      hash.update(found[1]);
      if (++seen === events) {
        orders.add(hash.digest('hex'));
        complete++;
        socket.destroy();
        finishIfAll();
        return;
      }
    }
    rest = rest.slice(from);
  });
  socket.on('error', (error) => {
    console.error(error);
    process.exit(1);
  });
}

function open(count) {
  if (count === 0) return;
  watch(() => {
    if (++watching === watchers) console.log('watching');
  });
  setImmediate(open, count - 1);
}
open(watchers);
