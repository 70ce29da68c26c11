import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { controllerManagerGroups, controllers } from '@orch/controllers';
import { readFlags, type FlagGroup } from '@orch/process';
import { apiServerFlags } from '@orch/server';
import { parse } from 'yaml';

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly deploy?: { readonly replicas: number };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly network_mode?: string;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly mem_limit?: string;
  readonly cpus?: number;
}

const root = join(__dirname, '../../..');
const text = (file: string) => readFileSync(join(root, file), 'utf8');
const read = (groups: readonly FlagGroup[], argv: readonly string[]): Readonly<Record<string, unknown>> =>
  readFlags({ command: 'orch', summary: '', groups, argv, env: {} }).values;

describe('docker-compose.yml', () => {
  const file = parse(text('docker-compose.yml'), { merge: true }) as {
    services: Record<string, Service>;
    volumes: Record<string, unknown>;
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

  it('waits only for existing services with a health check', () => {
    for (const { depends_on: waited = {} } of Object.values(file.services))
      for (const [name, { condition }] of Object.entries(waited)) {
        expect(condition).toBe('service_healthy');
        expect(file.services[name]).toHaveProperty('healthcheck');
      }
  });

  it('mounts only existing files and volumes', () => {
    for (const volume of Object.values(file.services).flatMap((service) => service.volumes ?? [])) {
      const [source] = volume.split(':') as [string];
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
    expect(redis!.command).toEqual(['redis-server', '/etc/orch/redis.conf']);
  });
});
