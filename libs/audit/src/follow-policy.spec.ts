import { mkdtemp, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, UserFacingError } from '@orch/process';
import { type FollowedPolicy, followPolicy } from './follow-policy.js';

const policy = (level: string): string =>
  JSON.stringify({ apiVersion: 'audit.orch.io/v1', kind: 'Policy', rules: [{ level }] });

/** A logger whose next line of a text can be awaited. */
function listening() {
  const waiting = new Map<string, () => void>();
  const heard = (text: string): void => waiting.get(text)?.();
  const log = { info: heard, error: heard, warn: heard, debug: heard } as unknown as Logger;
  const next = (text: string) => new Promise<void>((resolve) => waiting.set(text, resolve));
  return { log, next };
}

describe('followPolicy', () => {
  let file: string;
  let followed: FollowedPolicy | undefined;
  beforeEach(async () => (file = join(await mkdtemp(join(tmpdir(), 'orch-audit-')), 'policy.yaml')));
  afterEach(() => followed?.close());
  const levels = () => followed?.current.rules.map(({ level }) => level);
  /** As editors and mounted volumes replace a file. */
  const replace = async (text: string) => {
    await writeFile(`${file}.new`, text);
    await rename(`${file}.new`, file);
  };

  it('has the newest valid version of the file', async () => {
    await writeFile(file, policy('Metadata'));
    const { log, next } = listening();
    followed = await followPolicy(file, 'audit.orch.io', log);
    expect(levels()).toEqual(['Metadata']);
    const reloaded = next('audit policy reloaded');
    await replace(policy('Request'));
    await reloaded;
    expect(levels()).toEqual(['Request']);
    const refused = next('invalid audit policy, keeping the last valid one');
    await replace(policy('All'));
    await refused;
    expect(levels()).toEqual(['Request']);
  });

  it('D-190 an invalid file at the start is an error that names it', async () => {
    await writeFile(file, policy('All'));
    const { log } = listening();
    const failed = followPolicy(file, 'audit.orch.io', log);
    await expect(failed).rejects.toThrow(UserFacingError);
    await expect(failed).rejects.toThrow(`--audit-policy-file: ${file}: rules[0].level: must be among None`);
  });
});
