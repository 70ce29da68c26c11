import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startControlPlane, temporaryDirectory, type TemporaryDirectory, type TestControlPlane } from '@orch/testing';
import { patternOf } from '../../support/page-console.js';
import { PageRunner } from '../../support/page-runner.js';

const page = readFileSync(join(__dirname, '../../../docs/troubleshooting.md'), 'utf8');
/** First columns of the table: messages in backticks. */
const messages = page.split('\n').flatMap((line) => {
  const cell = /^\| (.*?) *(?<!\\)\|/.exec(line)?.[1] ?? '';
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, message]) => message!);
});

/** Commands that fail, and a part of the message that the page shows for them. */
const failures: readonly (readonly [command: string, part: string])[] = [
  ['node bin/orch.js apiserver --data-dir=.orch', 'is in use by process'],
  ['node bin/orch.js apiserver --data-dir=./other --secure-port=$PORT', 'is in use by another process'],
  ['node bin/orch.js up --secure-prot=1', 'unknown flag --secure-prot'],
  [
    'node bin/orch.js apiserver --data-dir=./redis --storage-backend=redis --redis-url=redis://127.0.0.1:1',
    'nothing listens there',
  ],
  ['env -u ORCHCONFIG -u KUBECONFIG HOME=/nowhere node bin/orchctl.js get pods', 'no client configuration found'],
  [
    'env -u ORCHCONFIG -u KUBECONFIG HOME=/nowhere node bin/orchctl.js --vocabulary=kubernetes get pods',
    'or set KUBECONFIG',
  ],
  ['orchctl --server=https://127.0.0.1:1 get pods', 'Unable to connect to the server'],
  ['orchctl --server=http://127.0.0.1:$PORT get pods', 'Client sent an HTTP request'],
  ['orchctl --token=unknown get pods', 'Error from server (Unauthorized)'],
  ['orchctl --as=jane get namespaces', 'User "jane" cannot list'],
  [
    `printf 'apiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: a}\\ndta: {}\\n' | orchctl create -f -`,
    'strict decoding error',
  ],
  [
    `printf 'apiVersion: example.com/v1\\nkind: Widget\\nmetadata: {name: a}\\n' | orchctl create -f -`,
    'no matches for kind "Widget"',
  ],
];

describe('docs/troubleshooting.md', () => {
  let directory: TemporaryDirectory;
  let plane: TestControlPlane;
  let terminal: PageRunner;

  beforeAll(async () => {
    directory = await temporaryDirectory();
    plane = await startControlPlane({ command: 'apiserver', storage: 'embedded' });
    terminal = await PageRunner.open(directory.path, plane.url, { '.orch': plane.dataDir });
    await terminal.prepare('export ORCHCONFIG=$PWD/.orch/admin.conf; alias orchctl="node $PWD/bin/orchctl.js"');
    await terminal.prepare(`PORT=${new URL(plane.url).port}`);
  });
  afterAll(async () => {
    terminal?.end();
    await plane?.stop();
    await directory?.remove();
  });

  it.each(failures)('%s: the message is the one of the page', async (command, part) => {
    const message = messages.find((candidate) => candidate.includes(part))!;
    expect(message).toBeDefined();
    const varying = message.replaceAll(/process \d+|port \d+/g, (text) => `${text.split(' ')[0]} ...`);
    const pattern = new RegExp(patternOf(varying).source.slice(1, -4));
    expect(await terminal.prepare(command)).toMatch(pattern);
  });
});
