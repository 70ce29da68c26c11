import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchFiles } from './watch-files.js';

describe('watchFiles', () => {
  let directory: string;
  let stop: () => void;
  beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'orch-watch-'))));
  afterEach(async () => {
    stop();
    await rm(directory, { recursive: true });
  });

  it('reports a problem once until it is another, or was solved', async () => {
    const problems: string[] = [];
    const outcomes = ['broken', 'broken', 'absent', 'absent', undefined, 'absent'];
    let called = (): void => undefined;
    stop = watchFiles(
      [join(directory, 'followed')],
      async () => {
        const outcome = outcomes.shift();
        called();
        if (outcome !== undefined) throw new Error(outcome);
      },
      (problem) => problems.push(problem),
    );
    while (outcomes.length > 0) {
      const change = new Promise<void>((resolve) => (called = resolve));
      await writeFile(join(directory, 'log'), `${outcomes.length}`);
      await change;
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(problems).toEqual(['broken', 'absent', 'absent']);
  });

  it('calls within a second while another file of the directory never stops changing', async () => {
    let isCalled = false;
    stop = watchFiles(
      [join(directory, 'followed')],
      () => Promise.resolve(void (isCalled = true)),
      () => undefined,
    );
    // Fails by the time limit of the test.
    while (!isCalled) await writeFile(join(directory, 'log'), 'a line');
    expect(isCalled).toBe(true);
  });
});
