import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Namespace, ServiceAccount } from '@orch/api';
import { builtinResources } from '@orch/client';
import { clientFor, runCommand, temporaryDirectory, untilObject } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';

const root = join(__dirname, '../..');

/** A clone that shares the build with this one, and lists a controller of its own among the built programs. */
function cloneWithController(clone: string, name: string): void {
  for (const part of ['bin', 'config', 'tools']) cpSync(join(root, part), join(clone, part), { recursive: true });
  mkdirSync(join(clone, 'dist/bundle'), { recursive: true });
  const bundles = readdirSync(join(root, 'dist/bundle')).map((file) => join('dist/bundle', file));
  for (const part of ['node_modules', 'package.json', 'dist/apps', 'dist/libs', ...bundles])
    symlinkSync(join(root, part), join(clone, part));
  const index = join(clone, 'dist/bundle/index.json');
  const programs = JSON.parse(readFileSync(index, 'utf8')) as object;
  rmSync(index);
  writeFileSync(index, JSON.stringify({ ...programs, [name]: 'controllers.js' }));
  writeFileSync(join(clone, 'dist/own-programs.json'), JSON.stringify([{ name, summary: '' }]));
}

/** Whose command line names the directory: everything the tool starts, and the tool itself. */
const processesOn = async (directory: string): Promise<string[]> =>
  (await runCommand('pgrep', ['-f', '--', `--data-dir=${directory}|--dir ${directory}|${directory}/`])).stdout
    .split('\n')
    .filter((pid) => pid !== '');

it('npm run cluster: two servers, Redis and every built-in controller twice; Ctrl-C ends all of it', async () => {
  const [directory, clone] = [await temporaryDirectory(), await temporaryDirectory()];
  cloneWithController(clone.path, 'greeter');
  const tool = spawn(
    process.execPath,
    [join(clone.path, 'tools/cluster.mjs'), `--data-dir=${directory.path}`, '--secure-port=0'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let log = '';
  tool.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
    if (log.includes('greeter')) tool.kill('SIGINT'); // else the tool waits for it without end
  });
  const ended = once(tool, 'close');
  try {
    const lines: string[] = [];
    for await (const line of createInterface({ input: tool.stdout })) {
      lines.push(line);
      if (line.startsWith('ready ')) break;
    }
    if (lines.length < 2) throw new Error(log);
    expect(lines).toEqual([`admin.conf ${directory.path}/admin.conf`, expect.stringMatching(/^ready https:\/\/127/)]);

    const client = clientFor(join(directory.path, 'admin.conf'), vocabularies.orch);
    const namespaces = client.resource<Namespace>(builtinResources.namespaces);
    await namespaces.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'toured' } });
    const accounts = client.resource<ServiceAccount>(builtinResources.serviceAccounts);
    const account = { namespace: 'toured', name: 'default' };
    await untilObject(accounts, account, 'the work of a controller', (found) => found !== undefined);
    await client.close();

    for (const name of ['redis', 'apiserver-1', 'apiserver-2', 'csr-signer-1', 'csr-signer-2'])
      expect(log).toContain(`${name} | `);
    expect(log).not.toContain('greeter');
    expect(await processesOn(directory.path)).not.toEqual([]);
    tool.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(await processesOn(directory.path)).toEqual([]);
    expect(log).toContain('Redis is now ready to exit');
  } finally {
    tool.kill('SIGKILL');
    await ended;
    await directory.remove();
    await clone.remove();
  }
}, 180_000);
