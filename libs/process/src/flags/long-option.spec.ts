import { longOption, longOptionArgument, type LongOption } from './long-option.js';

const rows: readonly [argument: string, want: LongOption | undefined][] = [
  ['--name', { name: 'name', text: undefined }],
  ['--name=', { name: 'name', text: '' }],
  ['--name=a=b', { name: 'name', text: 'a=b' }],
  ['--a_b=c_d', { name: 'a-b', text: 'c_d' }],
  ['--=x', { name: '', text: 'x' }],
  ['--', undefined],
  ['-', undefined],
  ['-n', undefined],
  ['-n=x', undefined],
  ['name', undefined],
  ['', undefined],
];
describe('an argument as a long option', () => {
  it.each(rows)('"%s"', (argument, want) => expect(longOption(argument)).toEqual(want));
});

it('a long option is written as it is read', () => {
  for (const argument of ['--name', '--name=', '--name=a=b', '--=x']) {
    const option = longOption(argument);
    expect(option && longOptionArgument(option.name, option.text)).toBe(argument);
  }
});
