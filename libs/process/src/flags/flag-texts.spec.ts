import * as fc from 'fast-check';
import { parseDuration } from './duration.js';
import { flagGroup } from './flag-definition.js';
import { helpText } from './help-text.js';
import { mergeFlagGroups } from './merge-flag-groups.js';
import { editDistance, nearestName } from './nearest-name.js';

describe('durations', () => {
  const rows: [string, number | undefined][] = [
    ['0', 0], ['5m', 300_000], ['1h30m', 5_400_000], ['1.5s', 1500], ['250ms', 250], ['2m0s', 120_000], ['-1s', -1000],
    ['5', undefined], ['', undefined], ['-', undefined], ['1x', undefined], ['m', undefined], ['1s ', undefined],
  ]; // prettier-ignore
  for (const [text, ms] of rows) it(`"${text}" is ${ms}`, () => expect(parseDuration(text)).toBe(ms));
});

describe('edit distance', () => {
  const word = fc.string({ maxLength: 8 });
  it('is zero for equal words only, and the same both ways', () =>
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editDistance(a, b) === 0).toBe(a === b);
        expect(editDistance(a, b)).toBe(editDistance(b, a));
      }),
    ));
  it('counts one letter, or two swapped, as one edit', () => {
    expect(editDistance('port', 'prot')).toBe(1);
    expect(editDistance('port', 'ports')).toBe(1);
    expect(editDistance('port', 'post')).toBe(1);
  });
  it('finds the nearest of many, none of none', () => {
    expect(nearestName('secure-prot', ['data-dir', 'secure-port', 'http2'])).toBe('secure-port');
    expect(nearestName('x', [])).toBeUndefined();
  });
});

it('help lists flags by group with their defaults, leaves out hidden ones', () => {
  const group = flagGroup('Serving', [
    { name: 'secure-port', type: 'int', default: 6443, help: 'Port.' },
    { name: 'http2', type: 'bool', default: false, help: 'HTTP/2.' },
    {
      name: 'mode',
      type: 'string',
      default: undefined,
      choices: ['a', 'b'],
      env: 'M',
      deprecated: { use: 'gone soon', since: '2026-01-01', until: '2027-01-01' },
      help: 'M.',
    },
    { name: 'secret', type: 'bool', default: false, hidden: true, help: 'No.' },
  ]);
  expect(helpText({ command: 'orch x', summary: 'Does x.' }, [group])).toBe(
    [
      'Does x.',
      '',
      'Usage: orch x [flags]',
      '',
      'Serving:',
      '  --secure-port int  Port. (default 6443)',
      '  --http2            HTTP/2.',
      '  --mode a|b         M. (environment M) (DEPRECATED: gone soon)',
      '',
    ].join('\n'),
  );
});

it('merged groups keep the first flag of a name', () => {
  const flag = (name: string, help: string) => ({ name, type: 'bool', default: false, help }) as const;
  const merged = mergeFlagGroups(
    [flagGroup('P', [flag('a', '1')])],
    [flagGroup('P', [flag('a', '2'), flag('b', '3')]), flagGroup('Q', [flag('a', '4')])],
  );
  expect(merged).toEqual([{ title: 'P', flags: [flag('a', '1'), flag('b', '3')] }]);
});
