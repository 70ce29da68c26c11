import { execFileSync } from 'node:child_process';
import { openFilesLimit } from './open-files-limit.js';

it('is the limit that the operating system shows', () => {
  const shown = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
  expect(openFilesLimit()).toBe(shown === 'unlimited' ? Infinity : Number(shown));
});
