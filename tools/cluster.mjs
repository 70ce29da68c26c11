// `npm run cluster`: what docker-compose.yml describes, as processes on this machine. A redis-server that loses nothing, two API
// servers behind a balancer, every controller twice, sharing its work. Ctrl-C ends all; state stays in the directory.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Fleet } from './cluster/fleet.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const orch = join(root, 'bin/orch.js');
const built = createRequire(import.meta.url);
const { startBalancer } = built('../dist/libs/testing/src/network/balancer.js');
const { freePort } = built('../dist/libs/testing/src/network/free-port.js');

const { values: flags } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: '.orch/cluster' },
    'secure-port': { type: 'string', default: '6443' },
    vocabulary: { type: 'string', default: 'orch' },
  },
});
const dataDir = resolve(flags['data-dir']);
const directoryOf = (name) => {
  const directory = join(dataDir, name);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return directory;
};
/** The built-in ones: a controller of the user's own may need what nothing here provides. */
const controllers = built('../dist/libs/controllers/src/index.js').controllers.map(({ name }) => name);
const fleet = new Fleet();

/** Passwords and users of Redis, as docker-compose.yml has them. */
const secrets = directoryOf('redis-secrets');
execFileSync('sh', [join(root, 'config/redis-secrets.sh'), secrets]);

async function startRedis() {
  const port = await freePort();
  const settings = join(root, 'config/redis.conf');
  const users = ['--aclfile', join(secrets, 'redis-users.acl')];
  const args = [settings, '--bind', '127.0.0.1', '--port', String(port), '--dir', directoryOf('redis'), ...users];
  await fleet.start('redis', 'redis-server', args, (line) => line.includes('Ready to accept connections'));
  return `redis://127.0.0.1:${port}`;
}

async function startServer(name, redisUrl) {
  const directory = directoryOf(name);
  const port = await freePort();
  const args = [
    `--data-dir=${directory}`,
    `--secure-port=${port}`,
    `--vocabulary=${flags.vocabulary}`,
    '--storage-backend=redis',
    `--redis-url=${redisUrl}`,
    '--redis-username=orch',
    `--redis-password-file=${join(secrets, 'redis-orch-password')}`,
    `--service-account-key-file=${join(directory, 'pki/sa.key')}`,
    '--enable-bootstrap-token-auth',
    '--controller-credentials=*',
  ];
  await fleet.start(name, process.execPath, [orch, 'apiserver', ...args], (line) => line.startsWith('ready '));
  return { port, directory };
}

/** A client configuration that one server wrote, with the balancer's address. @param name below its data directory. */
function withBalancer(name, { directory, port }, url) {
  const file = join(dataDir, name);
  const ofServer = readFileSync(join(directory, name), 'utf8');
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, ofServer.replaceAll(`https://127.0.0.1:${port}`, url), { mode: 0o600 });
  return file;
}

/** Both copies of a controller, which share its work. Resolves when one of them works. */
const startController = (name, servers, url, redisUrl) => {
  const configuration = withBalancer(`controllers/${name}.conf`, servers[0], url);
  return Promise.race(
    servers.map(({ directory }, n) => {
      const common = [`--orchconfig=${configuration}`, `--data-dir=${directory}`, `--vocabulary=${flags.vocabulary}`];
      const password = `--work-queue-password-file=${join(secrets, 'redis-queue-password')}`;
      const queue = ['--work-queue=redis', `--work-queue-url=${redisUrl}`, '--work-queue-username=queue', password];
      const args = [orch, name, ...common, ...queue];
      return fleet.start(`${name}-${n + 1}`, process.execPath, args, (line) => line === 'synced');
    }),
  );
};

async function start() {
  const redisUrl = await startRedis();
  const servers = await Promise.all(['apiserver-1', 'apiserver-2'].map((name) => startServer(name, redisUrl)));
  const balancer = await startBalancer(
    servers.map(({ port }) => port),
    Math.random,
    Number(flags['secure-port']),
  );
  const url = `https://127.0.0.1:${balancer.port}`;
  const adminConf = withBalancer('admin.conf', servers[0], url);
  await Promise.all(controllers.map((name) => startController(name, servers, url, redisUrl)));
  process.stdout.write(`admin.conf ${adminConf}\nready ${url}\n`);
}

async function end(status = 0) {
  await fleet.end((name) => !name.startsWith('apiserver-') && name !== 'redis');
  await fleet.end((name) => name !== 'redis');
  await fleet.end();
  process.exit(status);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end());
await start().catch(async (error) => {
  process.stderr.write(`cluster: ${error.message}\n`);
  await end(1);
});
