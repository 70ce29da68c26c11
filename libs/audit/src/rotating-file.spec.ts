import { execFileSync } from 'node:child_process';
import { lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { FakeClock } from '@orch/apimachinery';
import { silentLogger } from '@orch/process';
import type { Rotation } from './audit-options.js';
import { RotatingFile } from './rotating-file.js';

const START = Date.parse('2026-01-01T00:00:00Z');
const DAY_MS = 86_400_000;

describe('RotatingFile', () => {
  let directory: string;
  beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'orch-rotating-'))));
  afterEach(() => rm(directory, { recursive: true }));
  const open = (rotation: Partial<Rotation>, clock = new FakeClock(START)) => {
    const all = { maxBytes: 0, maxAgeDays: 0, maxBackups: 0, compress: false, ...rotation };
    return RotatingFile.open(join(directory, 'a.log'), all, clock, silentLogger);
  };
  const names = async () => (await readdir(directory)).toSorted();

  it('D-196 rotates the file before it exceeds its maximum size, and loses no line', async () => {
    const file = await open({ maxBytes: 10 });
    for (let i = 0; i < 6; i++) await file.append(`line${i}\n`);
    await file.close();
    expect(await names()).toEqual([
      'a-2026-01-01T00-00-00.000.1.log',
      'a-2026-01-01T00-00-00.000.2.log',
      'a-2026-01-01T00-00-00.000.3.log',
      'a-2026-01-01T00-00-00.000.4.log',
      'a-2026-01-01T00-00-00.000.log',
      'a.log',
    ]);
    expect(await readFile(join(directory, 'a.log'), 'utf8')).toBe('line5\n');
    expect((await stat(join(directory, 'a.log'))).mode & 0o777).toBe(0o600);
  });

  it('D-196 appends to the file of an earlier process', async () => {
    await writeFile(join(directory, 'a.log'), 'before\n');
    const file = await open({ maxBytes: 10 });
    await file.append('after\n');
    await file.close();
    expect(await readFile(join(directory, 'a-2026-01-01T00-00-00.000.log'), 'utf8')).toBe('before\n');
  });

  it('D-196 starts on a new line after a partial line of an earlier process that was killed', async () => {
    await writeFile(join(directory, 'a.log'), 'whole\npart');
    for (const line of ['1\n', '2\n']) {
      const file = await open({});
      await file.append(line);
      await file.append(line);
      await file.close();
    }
    expect(await readFile(join(directory, 'a.log'), 'utf8')).toBe('whole\npart\n1\n1\n2\n2\n');
    const rotated = await open({ maxBytes: 1 });
    await rotated.append('3\n');
    await rotated.close();
    expect(await readFile(join(directory, 'a.log'), 'utf8')).toBe('3\n');
  });

  it('D-196 compresses into a new file, never through an existing link', async () => {
    const victim = join(directory, 'victim');
    await writeFile(victim, 'untouched');
    await symlink(victim, join(directory, 'a-2026-01-01T00-00-00.000.log.gz'));
    await writeFile(join(directory, 'a-2026-01-01T00-00-00.000.log'), 'old\n', { mode: 0o600 });
    await (await open({ compress: true })).close();
    expect(await readFile(victim, 'utf8')).toBe('untouched');
    expect(await names()).toEqual(['a-2026-01-01T00-00-00.000.log.gz', 'a.log', 'victim']);
    const compressed = join(directory, 'a-2026-01-01T00-00-00.000.log.gz');
    expect(gunzipSync(await readFile(compressed)).toString()).toBe('old\n');
    expect((await lstat(compressed)).mode & 0o777).toBe(0o600);
  });

  it('appends lines while rotated files are compressed, and waits for those at its end', async () => {
    const file = await open({ maxBytes: 1, compress: true });
    // A rotated file whose content comes late.
    const pipe = join(directory, 'a-2025-12-31T00-00-00.000.log');
    execFileSync('mkfifo', [pipe]);
    for (const line of ['1\n', '2\n', '3\n']) await file.append(line);
    expect(await readFile(join(directory, 'a.log'), 'utf8')).toBe('3\n');
    const closed = file.close();
    await writeFile(pipe, 'late\n');
    await closed;
    const rotated = [
      'a-2025-12-31T00-00-00.000.log.gz',
      'a-2026-01-01T00-00-00.000.1.log.gz',
      'a-2026-01-01T00-00-00.000.log.gz',
    ];
    expect(await names()).toEqual([...rotated, 'a.log']);
    expect(gunzipSync(await readFile(join(directory, rotated[0]!))).toString()).toBe('late\n');
  });

  it('D-196 removes rotated files by count and by age, and no other files', async () => {
    const clock = new FakeClock(START);
    const others = ['a-notes.log', 'b-2020-01-01T00-00-00.000.log', 'a-2020-01-01T00-00-00.000.txt'];
    for (const name of others) await writeFile(join(directory, name), '');
    await writeFile(join(directory, 'a-2025-12-01T00-00-00.000.log'), 'old');
    const file = await open({ maxBytes: 1, maxBackups: 2, maxAgeDays: 7, compress: true }, clock);
    expect(await names()).toEqual([...others, 'a.log'].toSorted());
    for (let i = 0; i < 4; i++) {
      await file.append(`${i}\n`);
      clock.advance(DAY_MS);
    }
    await file.close();
    const kept = ['a-2026-01-03T00-00-00.000.log.gz', 'a-2026-01-04T00-00-00.000.log.gz'];
    expect(await names()).toEqual([...others, ...kept, 'a.log'].toSorted());
    expect(gunzipSync(await readFile(join(directory, kept[1]!))).toString()).toBe('2\n');
  });

  describe('continues when another program', () => {
    it('has removed or renamed the file, which is then created again at its maximum size', async () => {
      const file = await open({ maxBytes: 10 });
      await file.append('line1\n');
      await rm(join(directory, 'a.log'));
      for (const line of ['line2\n', 'line3\n']) await file.append(line);
      await file.close();
      expect(await names()).toEqual(['a-2026-01-01T00-00-00.000.log', 'a.log']);
      expect(await readFile(join(directory, 'a.log'), 'utf8')).toBe('line3\n');
    });

    it('has removed the directory', async () => {
      const path = join(directory, 'logs', 'a.log');
      const rotation = { maxBytes: 10, maxAgeDays: 0, maxBackups: 0, compress: false };
      const file = await RotatingFile.open(path, rotation, new FakeClock(START), silentLogger);
      await file.append('line1\n');
      await rm(join(directory, 'logs'), { recursive: true });
      await file.append('line2\n');
      await file.close();
      expect(await readFile(path, 'utf8')).toBe('line2\n');
    });
  });
});
