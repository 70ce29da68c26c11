import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeBackup, type BackupHeader, type Stored } from '@orch/storage';
import { keyPairPlaces } from '@orch/tls';
import { runCommand, temporaryDirectory, type TemporaryDirectory } from '@orch/testing';

const ORCH = join(__dirname, '../../bin/orch.js');
const KEYS = keyPairPlaces[0]!.recordKey;
const orch = (...args: readonly string[]) => runCommand(process.execPath, [ORCH, ...args]);

describe('a backup written to harm who restores it', () => {
  let home: TemporaryDirectory;
  const at = (name: string) => join(home.path, name);
  beforeAll(async () => void (home = await temporaryDirectory()));
  afterAll(() => home?.remove());

  const header: BackupHeader = {
    format: 1,
    vocabulary: 'orch',
    revision: 100,
    time: '2026-01-02T03:04:05.000Z',
    release: '1.2.3',
  };
  const item = (key: string, revision: number, text = '{}'): Stored => ({ key, revision, value: Buffer.from(text) });

  async function made(name: string, content: { header?: object; items?: readonly Stored[] }): Promise<string> {
    async function* items() {
      yield* content.items ?? [];
    }
    const chunks: Buffer[] = [];
    const whole = { header: { ...header, ...content.header }, files: [], items: items() };
    for await (const chunk of writeBackup(whole)) chunks.push(chunk);
    writeFileSync(at(name), Buffer.concat(chunks));
    return at(name);
  }

  const ESCAPE = 'configmaps\0t1\0\u001b[2J\nroot# ';
  it.each([
    [
      'escapes in keys',
      { items: [item(ESCAPE, 1), item(ESCAPE, 2)] },
      'the key configmaps/t1/^[[2J root#  is there twice',
    ],
    ['escapes in the release', { header: { release: '\u001b[2J' } }, 'it does not start with a header'],
    ['a path as its vocabulary', { header: { vocabulary: '../../x' } }, 'it does not start with a header'],
    ['an unknown vocabulary', { header: { vocabulary: 'other' } }, 'a vocabulary this release does not know, "other"'],
    ['a record of keys that is not JSON', { items: [item(KEYS, 1, '?')] }, 'holds no pair of keys'],
    ['a record of keys that is null', { items: [item(KEYS, 1, 'null')] }, 'holds no pair of keys'],
  ])('%s: one clear line, and nothing is written', async (_what, content, says) => {
    const path = await made('hostile.bak', content);
    for (const flags of [['--verify-only'], [`--data-dir=${at('none')}`]]) {
      const { status, stdout, stderr } = await orch('restore', ...flags, path);
      expect({ status, stdout, stderr }).toEqual({
        status: 1,
        stdout: '',
        stderr: expect.stringMatching(/^orch restore: [ -~]*Nothing was written\n$/) as string,
      });
      expect(stderr).toContain(says);
    }
    expect(existsSync(at('none'))).toBe(false);
  });

  it('with escapes in the key of a damaged object, shows them escaped in fsck', async () => {
    const { status, stdout } = await orch('fsck', await made('fsck.bak', { items: [item(ESCAPE, 1, '?')] }));
    expect(status).toBe(1);
    expect(stdout).toMatch(/^damaged object configmaps\/t1\/\^\[\[2J root# {2}at revision 1: [ -~]*\n[ -~]*\n$/);
  });

  it.each(['restore', 'fsck'])('a FIFO or a directory is refused by %s, and not waited for', async (command) => {
    if (!existsSync(at('fifo'))) execFileSync('mkfifo', [at('fifo')]);
    mkdirSync(at('directory'), { recursive: true });
    for (const name of ['fifo', 'directory']) {
      const { status, stderr } = await orch(command, at(name));
      expect([status, stderr]).toEqual([
        1,
        `orch ${command}: ${at(name)} is not a regular file: save it in one, or restore from standard input with "-"\n`,
      ]);
    }
  });
});
