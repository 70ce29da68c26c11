import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../run/usage-error.js';
import { HIDDEN_ARGUMENTS_ENVIRONMENT, hiddenArgumentsText } from './hidden-arguments.js';
import { processFlags } from './process-flags.js';
import { readFlags } from './read-flags.js';

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
