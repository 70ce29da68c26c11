import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface System {
  has(program: string): boolean;
  isRoot(): boolean;
  run(program: string, args: readonly string[], cwd?: string): boolean;
  kubectlVersion(path: string): string | undefined;
}
const { provideInstalled, provideKubectl, MissingTool } = require('../../../test/support/setup-tools.cjs') as {
  provideInstalled: (system: System) => void;
  provideKubectl: (system: System, cache: string) => string;
  MissingTool: new () => Error;
};

/** A machine whose package manager works, or works only after the lists were fetched. */
class FakeSystem implements System {
  readonly commands: string[] = [];
  unpacked: string | undefined;
  constructor(
    private readonly facts: {
      programs: string[];
      root?: boolean;
      lists?: boolean;
      kubectl?: string;
      packaged?: string;
    },
  ) {}
  has(program: string): boolean {
    return this.facts.programs.includes(program);
  }
  isRoot(): boolean {
    return this.facts.root ?? false;
  }
  run(program: string, args: readonly string[], cwd?: string): boolean {
    this.commands.push([program, args[0]].join(' '));
    if (args[0] === 'update') this.facts.lists = true;
    if (program === 'apt-get' && !this.facts.lists) return false;
    if (args[0] === 'download' && cwd) writeFileSync(join(cwd, 'kubernetes-client.deb'), '');
    if (program === 'dpkg') this.unpacked = args[2];
    return true;
  }
  kubectlVersion(path: string): string | undefined {
    if (path === 'kubectl') return this.facts.kubectl;
    return this.unpacked !== undefined && path.startsWith(this.unpacked)
      ? (this.facts.packaged ?? 'v1.20.2')
      : undefined;
  }
}

describe('openssl and redis-server', () => {
  it('does nothing when they are installed', () => {
    const system = new FakeSystem({ programs: ['openssl', 'redis-server'] });
    provideInstalled(system);
    expect(system.commands).toEqual([]);
  });
  it('installs them as root, and updates the package lists only when needed', () => {
    const fresh = new FakeSystem({ programs: ['openssl', 'apt-get'], root: true });
    provideInstalled(fresh);
    expect(fresh.commands).toEqual(['apt-get install', 'apt-get update', 'apt-get install']);
    const ready = new FakeSystem({ programs: ['apt-get'], root: true, lists: true });
    provideInstalled(ready);
    expect(ready.commands).toEqual(['apt-get install']);
  });
  it('shows the command in the error for other users', () =>
    expect(() => provideInstalled(new FakeSystem({ programs: ['openssl', 'apt-get'] }))).toThrow(
      /redis-server.*\n\n {4}apt-get update && apt-get install -y --no-install-recommends redis-server\n/,
    ));
});

describe('kubectl 1.20', () => {
  const cache = mkdtempSync(join(tmpdir(), 'kubectl-'));
  afterAll(() => rmSync(cache, { recursive: true, force: true }));

  it('uses the installed one of that version', () =>
    expect(provideKubectl(new FakeSystem({ programs: [], kubectl: 'v1.20.2' }), cache)).toBe('kubectl'));
  it('otherwise unpacks the package without installing it', () => {
    const system = new FakeSystem({ programs: ['apt-get'], root: true, kubectl: 'v1.29.0' });
    expect(provideKubectl(system, cache)).toBe(join(cache, 'usr/bin/kubectl'));
    expect(system.commands).toEqual(['apt-get download', 'apt-get update', 'apt-get download', 'dpkg -x']);
    expect(existsSync(join(cache, 'kubernetes-client.deb'))).toBe(false);
    expect(provideKubectl(system, cache)).toBe(join(cache, 'usr/bin/kubectl'));
    expect(system.commands).toHaveLength(4);
  });
  it('shows the command in the error when no package of the version can be unpacked', () => {
    expect(() => provideKubectl(new FakeSystem({ programs: [] }), cache)).toThrow(MissingTool);
    expect(() =>
      provideKubectl(new FakeSystem({ programs: ['apt-get'], lists: true, packaged: 'v1.30.0' }), cache),
    ).toThrow('another version');
  });
});
