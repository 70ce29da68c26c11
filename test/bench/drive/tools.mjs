import { spawnSync } from 'node:child_process';

const PACKAGES = {
  h2load: 'nghttp2-client',
  etcd: 'etcd-server',
  'redis-server': 'redis-server',
  chromium: 'chromium',
};

const versionOf = (tool) => {
  const { status, stdout } = spawnSync(tool, ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout.split(/\n| sha=/)[0].trim() : undefined;
};

/**
 * Looks for the programs that drive and rival Orch; as root on a system with apt-get it installs what is missing.
 * @param {(text: string) => void} tell
 * @returns {Record<'h2load' | 'etcd' | 'redis' | 'chromium', string | undefined>} their versions; undefined for what is not there
 */
export function ensureTools(tell) {
  const missing = Object.keys(PACKAGES).filter((tool) => versionOf(tool) === undefined);
  if (missing.length > 0) {
    const packages = missing.map((tool) => PACKAGES[tool]);
    const command = ['apt-get', 'install', '-y', '--no-install-recommends', ...packages];
    if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
      tell(`installing ${packages.join(' ')}`);
      const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' } };
      if (spawnSync(command[0], command.slice(1), options).status !== 0) {
        spawnSync('apt-get', ['update'], options);
        spawnSync(command[0], command.slice(1), options);
      }
    } else tell(`missing: ${missing.join(', ')}. Install with: ${command.join(' ')}`);
  }
  return {
    h2load: versionOf('h2load'),
    etcd: versionOf('etcd'),
    redis: versionOf('redis-server'),
    chromium: versionOf('chromium'),
  };
}
