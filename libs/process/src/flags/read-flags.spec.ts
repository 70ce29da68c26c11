import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../run/usage-error.js';
import { HIDDEN_ARGUMENTS_ENVIRONMENT, hiddenArgumentsText } from './hidden-arguments.js';
import { flagGroup } from './flag-definition.js';
import { processFlags } from './process-flags.js';
import { readFlags, readFlagsOrExit } from './read-flags.js';

const folder = mkdtempSync(join(tmpdir(), 'flags-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const read = (...argv: string[]) =>
  readFlags({ command: 'orch x', summary: '', groups: [processFlags], argv, env: {} });

it('reads the file that --config names; flags win over it', () => {
  const path = file('good.yaml', 'vocabulary: kubernetes\nlog-level: debug\n');
  expect(read(`--config=${path}`, '--log-level=warn').values).toMatchObject({
    vocabulary: 'kubernetes',
    'log-level': 'warn',
  });
});

it('the environment names the vocabulary', () => {
  const env = { ORCH_VOCABULARY: 'kubernetes' };
  const parsed = readFlags({ command: 'orch x', summary: '', groups: [processFlags], argv: [], env });
  expect(parsed.values.vocabulary).toBe('kubernetes');
});

describe('hidden arguments of a launcher', () => {
  const readWith = (text: string, ...argv: string[]) =>
    readFlags({
      command: 'orch x',
      summary: '',
      groups: [processFlags],
      argv,
      env: { [HIDDEN_ARGUMENTS_ENVIRONMENT]: text },
    });
  it('precede the command line', () => {
    const text = hiddenArgumentsText(['--log-level=debug', '--log-format=json']);
    expect(readWith(text, '--log-level=warn')).toMatchObject({
      values: { 'log-level': 'warn', 'log-format': 'json' },
      given: new Set(['log-level', 'log-format']),
    });
  });
  it.each(['hunter2', '{"hunter2":1}', '[1]'])('%s is refused without being shown', (text) => {
    expect(() => readWith(text)).toThrow(UsageError);
    expect(() => readWith(text)).toThrow(/^environment ORCH_HIDDEN_ARGUMENTS: is for launchers alone: unset it$/);
  });
});

it('B-328 a deprecated flag is a line on standard error, and the process goes on', () => {
  const old = { name: 'old', type: 'bool', default: false, help: 'Old.', deprecated: { use: 'use --new', since: '2026-01-01', until: '2027-01-01' } } as const;
  const error = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const output = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const exit = jest.spyOn(process, 'exit').mockImplementation();
  const readOld = (...argv: string[]) =>
    readFlagsOrExit({ command: 'orch x', summary: '', groups: [flagGroup('Old', [old])], argv, env: {} }).values.old;
  expect([readOld(), error.mock.calls]).toEqual([false, []]);
  expect([readOld('--old'), error.mock.calls]).toEqual([true, [['Warning: flag --old is deprecated: use --new\n']]]);
  expect([output.mock.calls, exit.mock.calls]).toEqual([[], []]);
  jest.restoreAllMocks();
}); // prettier-ignore

it('what is wrong with the file is one line', () => {
  const cases = [
    [join(folder, 'absent.yaml'), /cannot read --config file: ENOENT/],
    [file('bad.yaml', 'a: [1\nb: }'), /bad\.yaml: /],
    [file('unknown.yaml', 'log-levle: info'), /unknown key "log-levle", did you mean log-level\?/],
  ] as const;
  for (const [path, want] of cases) {
    expect(() => read(`--config=${path}`)).toThrow(UsageError);
    expect(() => read(`--config=${path}`)).toThrow(want);
    expect(() => read(`--config=${path}`)).not.toThrow(/\n/);
  }
});
