import { flagGroup, UsageError } from '@orch/process';
import { readStoreCommandLine } from './store-command-line.js';

const head = { command: 'orch backup', summary: 'Saves.', argument: 'FILE' };
const groups = [
  flagGroup('Test', [
    { name: 'data-dir', type: 'string', default: 'here', help: 'Where.' },
    { name: 'compress', type: 'bool', default: false, help: 'Smaller.' },
  ]),
] as const;
const read = (...argv: readonly string[]) => readStoreCommandLine(head, groups, argv);

describe('a command line with one argument', () => {
  const lines: readonly [argv: string[], argument: string, dataDir: string, compress: boolean][] = [
    [['x.bak'], 'x.bak', 'here', false],
    [['--data-dir=there', 'x.bak'], 'x.bak', 'there', false],
    [['--data-dir', 'there', 'x.bak'], 'x.bak', 'there', false],
    [['--data_dir', 'there', 'x.bak'], 'x.bak', 'there', false],
    [['x.bak', '--compress'], 'x.bak', 'here', true],
    [['--compress', 'x.bak'], 'x.bak', 'here', true],
    [['--compress=false', '-', '--data-dir', 'there'], '-', 'there', false],
  ];
  it.each(lines)('%j', (argv, argument, dataDir, compress) =>
    expect(read(...argv)).toEqual({ help: undefined, values: { 'data-dir': dataDir, compress }, argument }),
  );

  const wrong: readonly [argv: string[], says: string][] = [
    [[], 'which FILE? Write: orch backup [flags] FILE'],
    [['a', 'b'], 'unexpected argument "b": one FILE is taken, see --help'],
    [['--compres', 'a'], 'unknown flag --compres, did you mean --compress?'],
    [['a', '--data-dir'], 'flag --data-dir needs a value: --data-dir=VALUE'],
    [['-x', 'a'], 'unexpected argument "-x": only flags are taken here, see --help'],
  ];
  it.each(wrong)('%j is refused', (argv, says) => {
    expect(() => read(...argv)).toThrow(UsageError);
    expect(() => read(...argv)).toThrow(says);
  });

  it('help names the argument, and wants none', () =>
    expect(read('--help').help).toContain('Saves.\n\nUsage: orch backup FILE [flags]\n'));

  it('a command without an argument takes none', () =>
    expect(() => readStoreCommandLine({ command: 'orch migrate', summary: '' }, groups, ['x'])).toThrow(
      'unexpected argument "x": only flags are taken here',
    ));
});
