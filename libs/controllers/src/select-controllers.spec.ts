import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { controllerNames } from '@orch/controller-rights';
import { parseFlags, UsageError, type FlagGroup } from '@orch/process';
import { controllerManagerGroups, controllerProcessGroups } from './controller-flags.js';
import { controllers } from './controllers.js';
import { DEFAULT_CONTROLLERS, selectControllers, selectSomeControllers } from './select-controllers.js';

const names = (...words: string[]) => selectControllers(words).map((entry) => entry.name);
const everything = controllers.map((entry) => entry.name);
const star = everything.filter((name) => name !== 'token-cleaner' && name !== 'bootstrap-signer');

it('every controller has an account', () => expect(everything.toSorted()).toEqual(controllerNames));

const cases = [
  { id: 'D-021', name: '* leaves out the token cleaner and the bootstrap signer', words: ['*'], want: star },
  {
    id: 'B-009',
    name: '* with tokencleaner adds it',
    words: ['*', 'tokencleaner'],
    want: [...star, 'token-cleaner'],
  },
  {
    id: 'B-010',
    name: '* without tokencleaner leaves it off',
    words: ['*', 'bootstrapsigner'],
    want: ['bootstrap-signer', ...star],
  },
  {
    id: 'B-011',
    name: '* with bootstrapsigner adds it',
    words: ['bootstrapsigner', '*'],
    want: ['bootstrap-signer', ...star],
  },
  {
    id: 'B-012',
    name: '* without bootstrapsigner leaves it off',
    words: ['*', 'token-cleaner'],
    want: [...star, 'token-cleaner'],
  },
  {
    id: 'D-021',
    name: '-name takes one off',
    words: ['*', '-csr-signer'],
    want: star.filter((n) => n !== 'csr-signer'),
  },
  {
    id: 'D-021',
    name: '-alias takes one off, before * too',
    words: ['-csrsigning', '*'],
    want: star.filter((n) => n !== 'csr-signer'),
  },
  { id: 'D-021', name: '-name of one that is off changes nothing', words: ['*', '-tokencleaner'], want: star },
  { id: 'D-021', name: 'a name alone is all', words: ['csrcleaner'], want: ['csr-cleaner'] },
  {
    id: 'D-021',
    name: 'of two words about one the first counts',
    words: ['csr-cleaner', '-csrcleaner'],
    want: ['csr-cleaner'],
  },
  { id: 'D-021', name: 'spaces and empty parts are nothing', words: [' csr-cleaner ', ''], want: ['csr-cleaner'] },
  { id: 'D-021', name: '-* takes all off', words: ['-*'], want: [] },
  { id: 'D-021', name: '-* with a name is that one', words: ['-*', 'csr-cleaner'], want: ['csr-cleaner'] },
  { id: 'D-021', name: 'the default is everything', words: [...DEFAULT_CONTROLLERS], want: everything },
];

describe('--controllers', () => {
  for (const c of cases) {
    it(`${c.id} ${c.name}`, () => expect(names(...c.words).toSorted()).toEqual([...c.want].toSorted()));
  }
  it('D-021 an unknown name stops the start and names the nearest, or the known ones', () => {
    expect(() => names('csr-singer')).toThrow('unknown controller "csr-singer" (did you mean csr-signer?)');
    expect(() => names('*', 'nosuch')).toThrow(UsageError);
    expect(() => names('*', '-nosuch')).toThrow(/unknown controller "nosuch".*csr-approver/);
  });
  it('nothing selected is an error, unless -* asks for it and the process runs something else', () => {
    expect(() => names('-csr-signer')).toThrow(UsageError);
    expect(() => selectSomeControllers(['-*'])).toThrow(UsageError);
  });
});

describe('the list of controllers', () => {
  const all = controllers.flatMap((entry) => [entry.name, ...entry.aliases]);
  it('every controller has an app, and an app that runs a controller is in the list', () => {
    const apps = join(__dirname, '../../../apps');
    const running = readdirSync(apps).filter((app) => {
      const main = join(apps, app, 'src/main.ts');
      return existsSync(main) && readFileSync(main, 'utf8').includes(`runControllerProcess('${app}')`);
    });
    expect(running.toSorted()).toEqual(everything.toSorted());
  });
  it('names and aliases are unique', () => expect(new Set(all).size).toBe(all.length));
});

describe('flags', () => {
  it('the process of one controller takes the flags of all, and shows its own', () => {
    for (const entry of controllers) {
      const groups: readonly FlagGroup[] = controllerProcessGroups(entry);
      const parsed = parseFlags(['--cluster-signing-duration=24h', '--root-ca-file=/x', '--workers=3'], groups);
      expect(parsed).toMatchObject({
        values: { 'cluster-signing-duration': 86_400_000, 'root-ca-file': '/x', workers: 3 },
      });
      const shown = groups
        .flatMap((group) => group.flags)
        .filter((flag) => !('hidden' in flag))
        .map((flag) => flag.name);
      expect(shown.includes('cluster-signing-duration')).toBe(entry.name === 'csr-signer');
      expect(shown.includes('root-ca-file')).toBe(
        ['cluster-trust-bundle-publisher', 'root-ca-publisher', 'service-account-token'].includes(entry.name),
      );
    }
  });
  it('B-336 the default signing duration is a year', () =>
    expect(parseFlags([], controllerManagerGroups)).toMatchObject({
      values: { 'cluster-signing-duration': 365 * 86_400_000, controllers: DEFAULT_CONTROLLERS },
    }));
});
