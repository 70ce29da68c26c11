import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExplainedError, UsageError } from '@orch/process';
import { startApiServer, type RunningApiServer } from '../api-server.js';
import { DEFAULT_API_SERVER_OPTIONS, type ApiServerOptions } from '../options/api-server-options.js';
import { vocabularyFile } from './data-dir-vocabulary.js';
import { explainedStart } from './explained-start.js';

let folder: string;
let server: RunningApiServer;
const file = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orch-start-'));
  server = await startApiServer({ dataDir: file('data'), securePort: 0 });
  await writeFile(file('no.pem'), 'nothing');
  await writeFile(file('tokens'), 'half\n');
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

/** What a process says about this start. */
async function failure(given: Partial<ApiServerOptions>): Promise<unknown> {
  const options = { ...DEFAULT_API_SERVER_OPTIONS, securePort: 0, dataDir: file('other'), ...given };
  try {
    await (await startApiServer(options)).stop();
    return 'it started';
  } catch (error) {
    return explainedStart(error, options);
  }
}

describe('a start that fails is told in one line that says what to do', () => {
  const rows: [string, () => Partial<ApiServerOptions>, RegExp][] = [
    ['a directory in use', () => ({ dataDir: file('data') }), /data is in use by this process: stop it first, or name another directory with --data-dir$/],
    ['a port that is taken', () => ({ securePort: Number(new URL(server.url).port) }), /^port \d+ of 127.0.0.1 is in use by another process: .*--secure-port/],
    ['an address of nobody', () => ({ bindAddress: '192.0.2.1' }), /^192.0.2.1 is no address of this machine: .*--bind-address/],
    ['no certificate file', () => ({ tlsCertFile: file('gone'), tlsPrivateKeyFile: file('no.pem') }), /^--tls-cert-file: .*gone: there is no such file$/],
    ['a bad certificate file', () => ({ tlsCertFile: file('no.pem'), tlsPrivateKeyFile: file('no.pem') }), /^--tls-cert-file=.*cannot be used .*PEM/],
    ['no authority file', () => ({ clientCaFile: file('gone') }), /^--client-ca-file: .*gone: there is no such file$/],
    ['no token file', () => ({ tokenAuthFile: file('gone') }), /^--token-auth-file: .*gone: there is no such file$/],
    ['a bad token file', () => ({ tokenAuthFile: file('tokens') }), /tokens, line 1: needs token,user,uid/],
    ['a file as data directory', () => ({ dataDir: file('no.pem') }), /^--data-dir: .*no.pem: it is a file, not a directory$/],
  ]; // prettier-ignore
  it.each(rows)('%s', async (_name, given, text) => {
    const error = await failure(given());
    expect(error).toBeInstanceOf(ExplainedError);
    expect((error as Error).message).toMatch(text);
    expect((error as Error).message).not.toContain('\n');
  });

  it('an admission plugin that does not exist is wrong use', async () =>
    expect(await failure({ enableAdmissionPlugins: ['Nope'] })).toBeInstanceOf(UsageError));
  it('a bug stays as it is', () => {
    const bug = new TypeError('x is not a function');
    expect(explainedStart(bug, DEFAULT_API_SERVER_OPTIONS)).toBe(bug);
  });
});

describe('a data directory', () => {
  it('says which vocabulary it was made in, and refuses the other', async () => {
    expect(await readFile(vocabularyFile(file('data')), 'utf8')).toBe('orch\n');
    const dataDir = file('kube');
    await (await startApiServer({ dataDir, securePort: 0, vocabulary: 'kubernetes' })).stop();
    const refused = /was made with --vocabulary=kubernetes: start with that, or name another directory with --data-dir/;
    expect(await failure({ dataDir })).toMatchObject({ message: expect.stringMatching(refused) as unknown });
    // One that is older than the file is known by its authority.
    await rm(vocabularyFile(dataDir));
    expect(await failure({ dataDir })).toMatchObject({ message: expect.stringMatching(refused) as unknown });
    expect(await failure({ dataDir, vocabulary: 'kubernetes' })).toBe('it started');
    await writeFile(vocabularyFile(dataDir), 'klingon\n');
    expect(await failure({ dataDir, vocabulary: 'kubernetes' })).toMatchObject({
      message: expect.stringMatching(
        /vocabulary says "klingon", which is no vocabulary: .*\(orch or kubernetes\)/,
      ) as unknown,
    });
  });
});
