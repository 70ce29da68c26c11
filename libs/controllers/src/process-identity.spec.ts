import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csrSigner } from './csr-signer/declaration.js';
import { controllerIdentity, managerIdentity } from './process-identity.js';
import { pvcProtection } from './pvc-protection/declaration.js';

const dataDir = mkdtempSync(join(tmpdir(), 'orch-identity-'));
const folder = join(dataDir, 'controllers');
const file = (name: string) => join(folder, `${name}.conf`);
const flags = { 'data-dir': dataDir, orchconfig: undefined, vocabulary: 'orch' } as const;
const ACCOUNT = 'system:serviceaccount:orch-system:csr-signer';

beforeEach(() => mkdirSync(folder));
afterEach(() => {
  rmSync(folder, { recursive: true });
  delete process.env['ORCHCONFIG'];
});
afterAll(() => rmSync(dataDir, { recursive: true }));

describe('a process of one controller', () => {
  it('uses the configuration that was written for it', () => {
    for (const name of ['csr-signer', 'controller-manager']) writeFileSync(file(name), '');
    expect(controllerIdentity(flags, csrSigner)).toEqual({ fallbackFiles: [file('csr-signer')] });
  });
  it('else acts as its account by that of the controller manager', () => {
    writeFileSync(file('controller-manager'), '');
    expect(controllerIdentity(flags, csrSigner)).toEqual({
      fallbackFiles: [file('controller-manager')],
      user: ACCOUNT,
    });
  });
  it('says which file it misses', () =>
    expect(controllerIdentity(flags, csrSigner)).toEqual({ fallbackFiles: [file('csr-signer')] }));
  it('is the user of a configuration that a flag or the environment names', () => {
    writeFileSync(file('controller-manager'), '');
    expect(controllerIdentity({ ...flags, orchconfig: '/c' }, csrSigner).user).toBeUndefined();
    process.env['ORCHCONFIG'] = '/c';
    expect(controllerIdentity(flags, csrSigner).user).toBeUndefined();
  });
});

describe('the controller manager', () => {
  const userOf = (of: typeof flags | { readonly orchconfig: string }, acts?: boolean, reconciler = 'csr-signer') =>
    managerIdentity({ ...flags, ...of }, [csrSigner, pvcProtection], acts).actAs?.(reconciler)?.user;

  it('acts as the account of each controller, for each of its reconcilers', () => {
    expect(userOf(flags)).toBe(ACCOUNT);
    expect(userOf({ orchconfig: file('controller-manager') })).toBe(ACCOUNT);
    expect(userOf(flags, undefined, 'pv-protection')).toBe('system:serviceaccount:orch-system:pvc-protection');
  });
  it('does not with another configuration, unless a flag says so', () => {
    expect(userOf({ orchconfig: '/c' })).toBeUndefined();
    expect(userOf({ orchconfig: '/c' }, true)).toBe(ACCOUNT);
    expect(userOf(flags, false)).toBeUndefined();
    process.env['ORCHCONFIG'] = '/c';
    expect(userOf(flags)).toBeUndefined();
  });
});
