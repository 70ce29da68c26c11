// The programs of other people that tests run, and where to get them. `setup-global.cjs` provides them before the tests.
const { spawnSync } = require('node:child_process');
const { existsSync, mkdirSync, readdirSync, rmSync } = require('node:fs');
const { join } = require('node:path');

/** The kubectl of Debian 12: old enough to know nothing newer than what the oldest emulated release serves. */
const KUBECTL_VERSION = /^v1\.20\./;

/** Programs that come with a package of the same name and may be installed into the system. */
const INSTALLED = ['openssl', 'redis-server'];

/** What cannot be had here, with the command that would bring it. */
class MissingTool extends Error {
  constructor(what, command) {
    super(`The tests need ${what}. Run this as root, then the tests again:\n\n    ${command}\n`);
    this.name = 'MissingTool';
  }
}

/** Installs what is missing of openssl and redis-server when this is root; names the command when it is not. */
function provideInstalled(system) {
  const missing = INSTALLED.filter((program) => !system.has(program));
  if (missing.length === 0) return;
  const names = missing.join(' ');
  const command = `apt-get update && apt-get install -y --no-install-recommends ${names}`;
  if (!system.isRoot() || !system.has('apt-get')) throw new MissingTool(names, command);
  const install = ['install', '-y', '--no-install-recommends', ...missing];
  // Package lists may be there already; they are fetched only when the first try shows that they are not.
  if (!system.run('apt-get', install) && !(system.run('apt-get', ['update']) && system.run('apt-get', install))) {
    throw new MissingTool(names, command);
  }
}

/**
 * The path of kubectl 1.20: the one in the PATH when it is that, else the one of Debian's package, unpacked into `cache` and
 * not installed, so that it does not replace another.
 */
function provideKubectl(system, cache) {
  if (KUBECTL_VERSION.test(system.kubectlVersion('kubectl') ?? '')) return 'kubectl';
  const path = join(cache, 'usr/bin/kubectl');
  if (KUBECTL_VERSION.test(system.kubectlVersion(path) ?? '')) return path;
  const command = `apt-get update && mkdir -p ${cache} && cd ${cache} && apt-get download kubernetes-client && dpkg -x *.deb .`;
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  const download = ['download', 'kubernetes-client'];
  const isHere =
    system.has('apt-get') &&
    (system.run('apt-get', download, cache) ||
      (system.isRoot() && system.run('apt-get', ['update']) && system.run('apt-get', download, cache)));
  const archive = isHere ? readdirSync(cache).find((name) => name.endsWith('.deb')) : undefined;
  if (archive === undefined || !system.run('dpkg', ['-x', join(cache, archive), cache])) {
    throw new MissingTool('kubectl 1.20 (package kubernetes-client of Debian 12)', command);
  }
  rmSync(join(cache, archive));
  if (KUBECTL_VERSION.test(system.kubectlVersion(path) ?? '')) return path;
  throw new MissingTool('kubectl 1.20: the package of this system holds another version, Debian 12 has it', command);
}

/** The machine as it is. What programs print goes to standard error, so that standard output stays the tests'. */
const realSystem = {
  has: (program) => (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, program))),
  isRoot: () => process.getuid?.() === 0,
  run: (program, args, cwd) =>
    spawnSync(program, args, {
      cwd,
      stdio: ['ignore', 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0,
  kubectlVersion: (path) => {
    const { status, stdout } = spawnSync(path, ['version', '--client', '-o', 'json'], { encoding: 'utf8' });
    return status === 0 ? JSON.parse(stdout).clientVersion.gitVersion : undefined;
  },
};

module.exports = { MissingTool, provideInstalled, provideKubectl, realSystem };
