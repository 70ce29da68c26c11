import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@orch/apimachinery';
import { ensureAuthority, ensureServiceAccountKeys, isAuthorityOf } from './data-dir-keys.js';

describe('the authority of a data directory', () => {
  const directories: string[] = [];
  afterAll(() => Promise.all(directories.map((directory) => rm(directory, { recursive: true }))));
  const subjectIn = async (directory: string) =>
    new X509Certificate((await ensureAuthority(directory, 'orch', systemClock)).certificatePem).subject;
  const made = async () => {
    const directory = await mkdtemp(join(tmpdir(), 'orch-authority-'));
    directories.push(directory);
    return directory;
  };

  it('D-018 has a unique name, which does not change', async () => {
    const [first, second] = [await made(), await made()];
    const subject = await subjectIn(first);
    expect(subject).toMatch(/^CN=orch-ca-[0-9a-f]{16}$/);
    expect(await subjectIn(second)).not.toBe(subject);
    expect(await subjectIn(first)).toBe(subject);
  });

  it('restores a lost sa.pub from sa.key', async () => {
    const directory = await made();
    const first = await ensureServiceAccountKeys(directory);
    expect(first.privateKeyPem).toMatch(/^-----BEGIN RSA PRIVATE KEY-----\n/);
    await rm(join(directory, 'pki', 'sa.pub'));
    expect(await ensureServiceAccountKeys(directory)).toEqual(first);
    expect(await readFile(join(directory, 'pki', 'sa.pub'), 'utf8')).toBe(first.publicKeyPem);
  });
  it('replaces a key without certificate that a crash left at the first start', async () => {
    const directory = await made();
    await subjectIn(directory);
    const key = await readFile(join(directory, 'pki', 'ca.key'), 'utf8');
    await rm(join(directory, 'pki', 'ca.crt'));
    await subjectIn(directory);
    expect(await readFile(join(directory, 'pki', 'ca.key'), 'utf8')).not.toBe(key);
  });

  const names = [
    ['CN=orch-ca', true],
    ['CN=orch-ca-0123456789abcdef', true],
    ['CN=kubernetes-ca', false],
    ['CN=orch-cars', false],
  ] as const;
  for (const [subject, want] of names) {
    it(`${subject} is ${want ? '' : 'not '}one of this product`, () =>
      expect(isAuthorityOf('orch', subject)).toBe(want));
  }
});
