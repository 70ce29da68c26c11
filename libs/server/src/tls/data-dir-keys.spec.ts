import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@orch/apimachinery';
import { ensureAuthority, isAuthorityOf } from './data-dir-keys.js';

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

  it('D-018 has a name of its own, which stays', async () => {
    const [first, second] = [await made(), await made()];
    const subject = await subjectIn(first);
    expect(subject).toMatch(/^CN=orch-ca-[0-9a-f]{16}$/);
    expect(await subjectIn(second)).not.toBe(subject);
    expect(await subjectIn(first)).toBe(subject);
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
