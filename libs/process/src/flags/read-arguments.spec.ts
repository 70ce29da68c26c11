import { flagGroup } from './flag-definition.js';
import { indexFlags } from './flag-index.js';
import { readArguments } from './read-arguments.js';

const flags = indexFlags([
  flagGroup('Test', [
    { name: 'data-dir', type: 'string', default: 'here', help: 'Where.' },
    { name: 'workers', type: 'int', default: 1, help: 'How many.' },
    { name: 'compress', type: 'bool', default: false, help: 'Smaller.' },
  ]),
]);
const read = (argv: readonly string[], allowOperands: boolean) => {
  const result = readArguments(argv, flags, allowOperands);
  return 'error' in result ? result.error : { ...Object.fromEntries(result.values), operands: result.operands };
};

describe('values that look like options', () => {
  const rows: readonly [argv: string[], dataDir: string][] = [
    [['--data-dir', '--un_known=x_y'], '--un_known=x_y'],
    [['--data-dir', '-d=x'], '-d=x'],
    [['--data-dir', '-h'], '-h'],
    [['--data-dir', '--'], '--'],
    [['--data-dir=--compress'], '--compress'],
    [['--data-dir=--'], '--'],
  ];
  it.each(rows)('%j keeps the value as written', (argv, dataDir) =>
    expect(read(argv, false)).toEqual({ 'data-dir': dataDir, operands: [] }),
  );
  it('a known flag is not a value', () => {
    const needsValue = 'flag --data-dir needs a value: --data-dir=VALUE';
    expect(read(['--data-dir', '--compress'], false)).toBe(needsValue);
    expect(read(['--data-dir', '--data_dir=x'], false)).toBe(needsValue);
  });
});

describe('operands', () => {
  it('are collected in their order where they are allowed', () =>
    expect(read(['b', '--compress', 'a', '--data-dir', 'x', '-'], true)).toEqual({
      compress: true,
      'data-dir': 'x',
      operands: ['b', 'a', '-'],
    }));

  it('that are empty are ignored where none are allowed, as kube-apiserver does', () => {
    expect(read(['', '--data-dir', 'x', '', '--compress', ''], false)).toMatchObject({
      compress: true,
      'data-dir': 'x',
    });
    expect(read(['--data-dir', ''], false)).toMatchObject({ 'data-dir': '' });
  });

  const refused: readonly [argv: string[], allowOperands: boolean, error: string][] = [
    [['--compress', 'true'], false, 'unexpected argument "true": write --compress=true'],
    [['--workers', '2', '3'], false, 'unexpected argument "3": only flags are taken here, see --help'],
    [['-1'], true, 'unexpected argument "-1": only flags are taken here, see --help'],
    [['--'], true, 'unexpected argument "--": only flags are taken here, see --help'],
    [['--', 'a'], true, 'unexpected argument "--": only flags are taken here, see --help'],
    [['a', '--compres'], true, 'unknown flag --compres, did you mean --compress?'],
    [['-hx'], true, 'unexpected argument "-hx": only flags are taken here, see --help'],
    [['--help=true'], true, 'unknown flag --help, did you mean --workers?'],
  ];
  it.each(refused)('%j (operands allowed: %j) is refused', (argv, allowOperands, error) =>
    expect(read(argv, allowOperands)).toBe(error),
  );
});

describe('help', () => {
  const rows: readonly [argv: string[], help: boolean][] = [
    [['-h'], true],
    [['-h', '--workers=2'], true],
    [['--workers=2', '--help'], true],
    [['--workers=2'], false],
  ];
  it.each(rows)('%j: %j', (argv, help) => expect(readArguments(argv, flags, false)).toMatchObject({ help }));
});
