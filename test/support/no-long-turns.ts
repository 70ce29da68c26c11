import { takeLongTurns } from '@orch/testing';
import { allowedTurns } from './allowed-turns.js';
import { isTooLong } from './turn-limit.js';

// Of every test file that starts servers: what their event loop watchdogs warned of is a failure of the file, or shown where it is near the limit.
afterAll(() => {
  const lines = takeLongTurns().filter((line) => !allowedTurns.some(({ of }) => of.test(line)));
  if (lines.length === 0) return;
  const text = `Turns of the event loop took more than 50 ms of CPU time. Make them shorter, or say in allowed-turns.ts why not:\n${lines.join('\n')}`;
  if (lines.some(isTooLong)) throw new Error(text);
  process.stderr.write(`${text}\n`);
});
