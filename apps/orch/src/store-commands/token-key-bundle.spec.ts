import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { BackupFile } from '@orch/storage';
import { withServingKey } from './token-key-bundle.js';

const pair = () =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const file = (name: string, text: string): BackupFile => ({ name, bytes: Buffer.from(text), mode: 0o600 });
const textOf = (files: readonly BackupFile[], name: string) => files.find((f) => f.name === name)!.bytes.toString();

describe('the keys tokens are checked with, elsewhere', () => {
  const tokens = pair();
  const serving = pair();
  const files = [file('sa.pub', tokens.publicKey), file('apiserver.key', serving.privateKey), file('ca.crt', 'ca')];

  it('hold the key of the serving certificate too, once', () => {
    const once = withServingKey(files);
    expect(textOf(once, 'sa.pub')).toBe(tokens.publicKey + serving.publicKey);
    expect(textOf(withServingKey(once), 'sa.pub')).toBe(textOf(once, 'sa.pub'));
    expect(textOf(once, 'ca.crt')).toBe('ca');
    // What reads PEM takes the first: that of the pair.
    expect(createPublicKey(textOf(once, 'sa.pub')).export({ type: 'spki', format: 'pem' })).toBe(tokens.publicKey);
  });

  it('stay as they are where there is no such key, or a file that is none', () => {
    for (const others of [[files[0]!], [files[0]!, file('apiserver.key', 'nonsense')]])
      expect(withServingKey(others)).toEqual(others);
  });
});
