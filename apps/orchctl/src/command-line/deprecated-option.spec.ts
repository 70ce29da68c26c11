import type { Command } from 'commander';
import type { Output } from '../output.js';
import { DeprecatedOption } from './deprecated-option.js';
import { buildProgram, runProgram } from './program.js';

const MONTH_MS = (365 * 24 * 3_600_000) / 12;

/** Standard output and standard error of a command line. */
async function run(...argv: string[]): Promise<{ out: string; err: string }> {
  const written = { out: '', err: '' };
  const output: Output = {
    out: (text) => void (written.out += text),
    raw: (text) => void (written.out += text),
    err: (text) => void (written.err += text),
  };
  await runProgram(argv, output);
  return written;
}

const deprecatedOptions = (command: Command): DeprecatedOption[] => [
  ...command.options.filter((option) => option instanceof DeprecatedOption),
  ...command.commands.flatMap(deprecatedOptions),
];

describe('deprecated options', () => {
  it('B-328 B-384 B-386 work and warn on standard error', async () => {
    const { out, err } = await run('version', '--client', '--short');
    expect(out).toMatch(/^Client Version: v/);
    expect(err).toBe('Warning: flag --short is deprecated: this is the default output now: leave it out\n');
    expect((await run('version', '--client')).err).toBe('');
  });

  it('B-384 stay for at least a year', () => {
    const options = deprecatedOptions(
      buildProgram({ out: () => undefined, raw: () => undefined, err: () => undefined }),
    );
    expect(options.map(({ long }) => long)).toEqual(['--short']);
    for (const { long, deprecation } of options) {
      const months = (Date.parse(deprecation.until) - Date.parse(deprecation.since)) / MONTH_MS;
      expect([long, months >= 12]).toEqual([long, true]);
    }
  });
});
