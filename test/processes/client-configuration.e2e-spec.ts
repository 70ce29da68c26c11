import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { loadClientConfiguration } from '@orch/client';
import {
  runCommand,
  startControlPlane,
  temporaryDirectory,
  type CommandResult,
  type TemporaryDirectory,
  type TestControlPlane,
} from '@orch/testing';
import { stringify } from 'yaml';

const ORCHCTL = join(__dirname, '../../bin/orchctl.js');

/** Runs of orchctl against a real server: which configuration they take, and what of it. The cases of each field are tested in libs/client. */
describe('configuration of clients', () => {
  let plane: TestControlPlane;
  let files: TemporaryDirectory;
  let folder: TemporaryDirectory;

  beforeAll(async () => {
    files = await temporaryDirectory();
    const tokens = join(files.path, 'tokens.csv');
    writeFileSync(tokens, ['jane', 'joe', 'ann'].map((user) => `token-of-${user},${user},${user}\n`).join(''));
    plane = await startControlPlane({
      vocabulary: 'orch',
      command: 'apiserver',
      flags: [`--token-auth-file=${tokens}`],
    });
  });
  afterAll(async () => {
    await plane?.stop();
    await files?.remove();
  });
  beforeEach(async () => {
    folder = await temporaryDirectory();
  });
  afterEach(() => folder.remove());

  const ca = (): string => readFileSync(join(plane.dataDir, 'pki/ca.crt'), 'utf8');
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const configuration = (user: object, cluster: object = {}) => ({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'c', cluster: { server: plane.url, 'certificate-authority-data': base64(ca()), ...cluster } }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  });
  const write = (name: string, content: object | string): string => {
    const path = join(folder.path, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : stringify(content));
    return path;
  };
  const orchctl = (args: readonly string[], environment: Record<string, string> = {}): Promise<CommandResult> =>
    runCommand(process.execPath, [ORCHCTL, ...args, 'auth', 'whoami', '-o', 'json'], {
      environment: { HOME: folder.path, ...environment },
      cwd: files.path,
    });
  const userOf = ({ status, stdout, stderr }: CommandResult): string => {
    expect([status, stderr]).toEqual([0, '']);
    return (JSON.parse(stdout) as { status: { userInfo: { username: string } } }).status.userInfo.username;
  };
  const failureOf = ({ status, stderr }: CommandResult): string => {
    expect(status).toBe(1);
    return stderr;
  };

  it('D-121 is that of the flag, else of the variable, else of the home directory', async () => {
    const flag = `--orchconfig=${write('flag', configuration({ token: 'token-of-jane' }))}`;
    const environment = { ORCHCONFIG: write('variable', configuration({ token: 'token-of-joe' })) };
    write('.orch/config', configuration({ token: 'token-of-ann' }));
    expect(userOf(await orchctl([flag], environment))).toBe('jane');
    expect(userOf(await orchctl([], environment))).toBe('joe');
    expect(userOf(await orchctl([]))).toBe('ann');
  });

  it('D-120 may be JSON, and a context that it does not have is an error', async () => {
    const file = write('config', JSON.stringify(configuration({ token: 'token-of-jane' })));
    expect(userOf(await orchctl([`--orchconfig=${file}`]))).toBe('jane');
    expect(failureOf(await orchctl([`--orchconfig=${file}`, '--context=y']))).toContain('context "y" does not exist');
  });

  it('D-122 is merged from several files, of which the first with a name wins; missing ones are skipped, but not one that is named', async () => {
    const first = write('first', { apiVersion: 'v1', kind: 'Config', users: [{ name: 'u', user: { token: 'token-of-joe' } }] }); // prettier-ignore
    const second = write('second', configuration({ token: 'token-of-jane' }));
    const missing = join(folder.path, 'missing');
    const environment = { ORCHCONFIG: [missing, first, second].join(delimiter) };
    expect(userOf(await orchctl([], environment))).toBe('joe');
    expect(failureOf(await orchctl([`--orchconfig=${missing}`], environment))).toContain(missing);
  });

  it('D-123 D-124 finds files next to it from any folder, and data wins over a file', async () => {
    write('deep/ca.crt', ca());
    write('deep/wrong.crt', 'no certificate');
    const none = { 'certificate-authority-data': undefined };
    const user = { token: 'token-of-jane' };
    const neighbour = write('deep/config', configuration(user, { ...none, 'certificate-authority': 'ca.crt' }));
    expect(userOf(await orchctl([`--orchconfig=${neighbour}`]))).toBe('jane');
    const wrong = write('deep/wrong', configuration(user, { ...none, 'certificate-authority': 'wrong.crt' }));
    expect(failureOf(await orchctl([`--orchconfig=${wrong}`]))).toContain('certificate');
    const both = write('deep/both', configuration(user, { 'certificate-authority': 'wrong.crt' }));
    expect(userOf(await orchctl([`--orchconfig=${both}`]))).toBe('jane');
  });

  it('D-124 the data of a client certificate win over its files', async () => {
    const { cert, key } = loadClientConfiguration({ file: plane.adminConf, vocabulary: plane.vocabulary }).tls;
    const data = { 'client-certificate-data': base64(String(cert)), 'client-key-data': base64(String(key)) };
    const file = write('config', configuration({ ...data, 'client-certificate': 'none', 'client-key': 'none' }));
    expect((await orchctl([`--orchconfig=${file}`])).stdout).toContain('system:masters');
  });

  it('D-125 checks the server unless insecure-skip-tls-verify says otherwise, which excludes a CA', async () => {
    const user = { token: 'token-of-jane' };
    const unknown = write('unknown', configuration(user, { 'certificate-authority-data': undefined }));
    expect(failureOf(await orchctl([`--orchconfig=${unknown}`]))).toContain('certificate');
    const skip = { 'insecure-skip-tls-verify': true };
    const insecure = write('skip', configuration(user, { 'certificate-authority-data': undefined, ...skip }));
    expect(userOf(await orchctl([`--orchconfig=${insecure}`]))).toBe('jane');
    const contradiction = write('both', configuration(user, skip));
    expect(failureOf(await orchctl([`--orchconfig=${contradiction}`]))).toContain('take one away');
  });
});
