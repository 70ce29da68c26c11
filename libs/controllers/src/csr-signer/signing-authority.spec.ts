import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory, type TemporaryDirectory } from '@orch/testing';
import { FileSigningAuthority } from './signing-authority.js';

describe('authority in files', () => {
  let directory: TemporaryDirectory;
  beforeEach(async () => (directory = await temporaryDirectory()));
  afterEach(() => directory.remove());
  const authority = () => new FileSigningAuthority(join(directory.path, 'ca.crt'), join(directory.path, 'ca.key'));

  it('C-223 is not there until both files are, and a renewed one is read', async () => {
    expect(await authority().load()).toBeUndefined();
    await writeFile(join(directory.path, 'ca.crt'), 'certificate');
    expect(await authority().load()).toBeUndefined();
    await writeFile(join(directory.path, 'ca.key'), 'key');
    expect(await authority().load()).toEqual({ certificatePem: 'certificate', privateKeyPem: 'key' });
    await writeFile(join(directory.path, 'ca.key'), 'renewed');
    expect(await authority().load()).toMatchObject({ privateKeyPem: 'renewed' });
  });
  it('a file that is there and cannot be read is an error', async () => {
    const unreadable = new FileSigningAuthority(directory.path, directory.path);
    await expect(unreadable.load()).rejects.toMatchObject({ code: 'EISDIR' });
  });
});
