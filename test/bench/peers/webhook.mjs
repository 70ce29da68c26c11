// A process of its own: a webhook server that allows what it is asked. Reads WEBHOOK from the environment, prints `ready URL`;
// on the line `count` it prints `answered N`, the reviews so far.
import { readFileSync } from 'node:fs';
import https from 'node:https';
import { createInterface } from 'node:readline';

/** @type {{ cert: string, key: string }} files */
const { cert, key } = JSON.parse(process.env.WEBHOOK);
let answered = 0;

const review = (request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { apiVersion, kind, request: reviewed } = JSON.parse(Buffer.concat(chunks).toString());
    const body = Buffer.from(JSON.stringify({ apiVersion, kind, response: { uid: reviewed.uid, allowed: true } }));
    answered++;
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    response.end(body);
  });
};

const server = https.createServer({ cert: readFileSync(cert), key: readFileSync(key) }, review);
server.listen(0, '127.0.0.1', () => process.stdout.write(`ready https://127.0.0.1:${server.address().port}\n`));
createInterface({ input: process.stdin }).on('line', () => process.stdout.write(`answered ${answered}\n`));
process.on('SIGTERM', () => process.exit(0));
