import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { controllerManagerGroups, controllers } from '@orch/controllers';
import { readFlags, type FlagGroup } from '@orch/process';
import { apiServerFlags } from '@orch/server';
import { redisCommand, startRedis, temporaryDirectory } from '@orch/testing';
import { parse } from 'yaml';

interface VolumeMount {
  readonly type: string;
  readonly source: string;
  readonly target: string;
  readonly read_only?: boolean;
  readonly volume?: { readonly subpath?: string };
}

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly deploy?: { readonly replicas: number };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly network_mode?: string;
  readonly ports?: readonly string[];
  readonly volumes?: readonly (string | VolumeMount)[];
  readonly secrets?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly mem_limit?: string;
  readonly cpus?: number;
}

/** Client configuration of the controller of a container. */
const OWN_CONFIGURATION = '/etc/orch/controller.conf';
const root = join(__dirname, '../../..');
const text = (file: string) => readFileSync(join(root, file), 'utf8');
const read = (groups: readonly FlagGroup[], argv: readonly string[]): Readonly<Record<string, unknown>> =>
  readFlags({ command: 'orch', summary: '', groups, argv, env: {} }).values;

describe('docker-compose.yml', () => {
  const file = parse(text('docker-compose.yml'), { merge: true }) as {
    services: Record<string, Service>;
    volumes: Record<string, unknown>;
    secrets: Record<string, { readonly file: string }>;
  };
  const { redis, balancer, 'apiserver-1': first, 'apiserver-2': second, ...others } = file.services;

  it('starts two API servers on its Redis, with valid flags', () => {
    expect(second!.command).toEqual(first!.command);
    const [program, ...argv] = first!.command!;
    expect(program).toBe('apiserver');
    expect(read(apiServerFlags, argv)).toMatchObject({
      'storage-backend': 'redis',
      'redis-url': ['redis://redis:6379'],
      'redis-durability': 'always',
      'redis-username': 'orch',
      'redis-password-file': '/run/secrets/redis-orch-password',
    });
    expect(first!.volumes).not.toEqual(second!.volumes);
  });

  it('starts two replicas of every controller, which share its work', () => {
    expect(Object.keys(others).sort()).toEqual(controllers.map((entry) => entry.name).sort());
    for (const [name, { command, deploy, network_mode: network }] of Object.entries(others)) {
      expect(command![0]).toBe(name);
      expect(read(controllerManagerGroups, command!.slice(1))).toMatchObject({
        'work-queue': 'redis',
        'work-queue-url': ['redis://redis:6379'],
        'work-queue-username': 'queue',
        'work-queue-password-file': '/run/secrets/redis-queue-password',
        orchconfig: OWN_CONFIGURATION,
      });
      expect([deploy?.replicas, network]).toEqual([2, 'service:balancer']);
    }
  });

  it.each(Object.entries(file.services))('%s has a health check and limits', (_, service) => {
    const [kind, program, script] = service.healthcheck!.test;
    expect(kind).toBe('CMD');
    expect(service.mem_limit).toMatch(/^\d+[mg]$/);
    expect(service.cpus).toBeGreaterThan(0);
    // What images of others hold is theirs; ours has what the build puts there.
    if (service.image === 'orch') expect([program, existsSync(join(root, script!))]).toEqual(['node', true]);
  });

  it('gives a controller its own client configuration and what it is for, and nothing else of the servers', () => {
    const known: Readonly<Record<string, readonly string[]>> = {
      'service-account-token': ['ca.crt', 'sa.key'],
      'root-ca-publisher': ['ca.crt'],
      'cluster-trust-bundle-publisher': ['ca.crt'],
      'csr-signer': ['ca.crt', 'ca.key'],
    };
    for (const [name, { volumes, secrets, healthcheck }] of Object.entries(others)) {
      const mounts = volumes!.map((mount) => {
        if (typeof mount === 'string') throw new TypeError(`${name} mounts all of ${mount}`);
        return [mount.source, mount.read_only, mount.volume?.subpath, mount.target];
      });
      expect(mounts).toEqual([
        ['apiserver-1', true, `controllers/${name}.conf`, OWN_CONFIGURATION],
        ...(known[name] ?? []).map((pki) => ['apiserver-1', true, `pki/${pki}`, `/data/pki/${pki}`]),
      ]);
      expect(secrets).toEqual(['redis-queue-password']);
      expect(healthcheck!.test).toContain(`--orchconfig=${OWN_CONFIGURATION}`);
    }
    expect([first!.secrets, second!.secrets]).toEqual([['redis-orch-password'], ['redis-orch-password']]);
    expect(redis!.secrets).toEqual(['redis-users']);
  });

  it('has the users and passwords of Redis that its script makes, each with its rights', async () => {
    const directory = await temporaryDirectory();
    const script = () => execFileSync('sh', [join(root, 'config/redis-secrets.sh'), directory.path]);
    script();
    const made = (name: string) => readFileSync(join(directory.path, name), 'utf8');
    const users = made('redis-users.acl');
    script();
    expect(made('redis-users.acl')).toBe(users);
    const files = readdirSync(directory.path).map((name) => `./.orch/redis-secrets/${name}`);
    expect(Object.values(file.secrets).map((secret) => secret.file).sort()).toEqual(files.sort()); // prettier-ignore
    const server = await startRedis();
    const lines = users.trim().split('\n').reverse(); // `default` last: it adds the others
    for (const [, name, ...rules] of lines.map((line) => line.split(' '))) await server.cli('ACL', 'SETUSER', name!, 'reset', ...rules);
    const as = (name: string, password: string, ...command: string[]) =>
      redisCommand({ port: server.port, user: { name, password } }, command).catch((error: Error) => error.message.split(' ')[0]);
    const [orch, queue] = [made('redis-orch-password'), made('redis-queue-password')];
    expect(orch).toMatch(/^[0-9a-f]{48}$/);
    expect(queue).not.toBe(orch);
    expect(await redisCommand({ port: server.port }, ['GET', 'x']).catch((error: Error) => error.message)).toMatch(/^NOAUTH/);
    expect(await as('orch', 'wrong', 'PING')).toBe('WRONGPASS');
    expect(await as('orch', orch, 'SET', '{orch}:object', 'secret')).toBe('OK');
    expect(await as('queue', queue, 'GET', '{orch}:object')).toBe('NOPERM');
    expect(await as('queue', queue, 'SET', '{orch}:queue:x', '1')).toBe('OK');
    expect(await as('health', 'none', 'PING')).toBe('PONG');
    expect(await as('health', 'none', 'GET', '{orch}:object')).toBe('NOPERM');
    await server.stop();
    await directory.remove();
  }); // prettier-ignore

  it('waits only for existing services with a health check', () => {
    for (const { depends_on: waited = {} } of Object.values(file.services))
      for (const [name, { condition }] of Object.entries(waited)) {
        expect(condition).toBe('service_healthy');
        expect(file.services[name]).toHaveProperty('healthcheck');
      }
  });

  it('mounts only existing files and volumes', () => {
    for (const volume of Object.values(file.services).flatMap((service) => service.volumes ?? [])) {
      const source = typeof volume === 'string' ? volume.split(':')[0]! : volume.source;
      if (source.startsWith('./')) expect([source, existsSync(join(root, source))]).toEqual([source, true]);
      else expect(Object.keys(file.volumes)).toContain(source);
    }
  });

  it('the balancer has both servers as targets, and listens on the address in admin.conf', () => {
    const lines = text('config/haproxy.cfg').split('\n');
    const servers = lines.map((line) => /^ {4}server (\S+) (\S+)/.exec(line)).filter((match) => match !== null);
    const port = read(apiServerFlags, first!.command!.slice(1))['secure-port'] as number;
    expect(servers.map(([, name, address]) => [name, address])).toEqual(
      ['apiserver-1', 'apiserver-2'].map((name) => [name, `${name}:${port}`]),
    );
    expect(lines).toContain(`    bind :${port}`);
    expect(balancer!.ports).toEqual([`127.0.0.1:${port}:${port}`]);
  });

  it('Redis loses no acknowledged write, and its memory limit exceeds maxmemory', () => {
    const settings = new Map(
      text('config/redis.conf')
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const),
    );
    expect([settings.get('appendonly'), settings.get('appendfsync')]).toEqual(['yes', 'always']);
    expect(settings.get('maxmemory-policy')).toBe('noeviction');
    expect([settings.get('maxmemory'), redis!.mem_limit]).toEqual(['512mb', '1g']);
    expect(redis!.volumes).toContain('./config/redis.conf:/etc/orch/redis.conf:ro');
    expect(redis!.command).toEqual(['redis-server', '/etc/orch/redis.conf', '--aclfile', '/run/secrets/redis-users']);
  });
});
