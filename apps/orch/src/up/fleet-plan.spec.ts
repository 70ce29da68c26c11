import { controllers } from '@orch/controllers';
import { flagGroup, parseFlags, UsageError, type FlagGroup } from '@orch/process';
import { commandOf } from '../command.js';
import { serverGroups } from './fleet-flags.js';
import { planFleet } from './fleet-plan.js';

const serverGroup = flagGroup('Server', [
  { name: 'data-dir', type: 'string', default: './.orch', help: '' },
  { name: 'secure-port', type: 'int', default: 6443, help: '' },
  { name: 'watch-history', type: 'duration', default: '5m', help: '' },
  { name: 'http2', type: 'bool', default: false, help: '' },
  { name: 'sni', type: 'string[]', default: [], commas: false, help: '' },
  { name: 'store', type: 'string[]', default: [], commas: false, help: '', secret: true },
  { name: 'service-account-key-file', type: 'string[]', default: [], commas: false, help: '' },
  { name: 'service-account-signing-key-file', type: 'string', default: undefined, help: '' },
]);
const controllerGroup = flagGroup('Controllers', [
  { name: 'controllers', type: 'string[]', default: ['*'], help: '' },
  { name: 'workers', type: 'int', default: 2, help: '' },
  { name: 'orchconfig', type: 'string', default: undefined, help: '' },
]);
const launcherGroup = flagGroup('Processes', [
  { name: 'controllers-as-processes', type: 'bool', default: false, help: '' },
]);
const groups = { server: [serverGroup], controllers: [controllerGroup] };

function plan(...argv: string[]) {
  const all: readonly FlagGroup[] = [launcherGroup, serverGroup, controllerGroup];
  const parsed = parseFlags(argv, all);
  if ('error' in parsed) throw new Error(parsed.error);
  return planFleet(parsed, groups);
}

it('each process gets the given flags it knows and no others', () => {
  const { server, controllers } = plan(
    '--secure-port=0', '--watch-history', '1m', '--http2=false', '--sni=a,b', '--sni=c', '--workers=4', '--controllers=csr-signer',
  ); // prettier-ignore
  expect(server).toEqual({
    name: 'apiserver',
    args: [
      '--secure-port=0',
      '--watch-history=60000ms',
      '--http2=false',
      '--sni=a,b',
      '--sni=c',
      '--service-account-key-file=.orch/pki/sa.key',
    ],
    hiddenArgs: [],
  });
  expect(controllers).toEqual([
    {
      name: 'controller-manager',
      args: ['--workers=4', '--orchconfig=.orch/controllers/controller-manager.conf', '--controllers=csr-signer'],
      hiddenArgs: [],
      startsOnMessage: true,
    },
  ]);
});

it('what may hold a password is handed to whom it is for, and not in a command line', () => {
  const { server, controllers } = plan('--store=a:pw@b', '--http2', '--store=c', '--controllers=csr-signer');
  expect(server.hiddenArgs).toEqual(['--store=a:pw@b', '--store=c']);
  expect(server.args).toEqual(['--http2=true', '--service-account-key-file=.orch/pki/sa.key']);
  expect(JSON.stringify(controllers)).not.toContain('store');
});

it('the addresses of Redis may hold one', () => {
  const secret = serverGroups.flatMap(({ flags }) => flags.filter((flag) => flag.secret).map(({ name }) => name));
  expect(secret).toEqual(['redis-url', 'redis-servers-overrides']);
});

it('controllers use the configuration the server writes, unless another is named', () => {
  const configuration = (...argv: string[]) => plan('--controllers=csr-signer', ...argv).controllers[0]?.args[0];
  expect(configuration('--data-dir=/d')).toBe('--orchconfig=/d/controllers/controller-manager.conf');
  expect(configuration('--orchconfig=/c')).toBe('--orchconfig=/c');
});

describe('the key of service account tokens', () => {
  const key = (...argv: string[]) => {
    const { server, controllers } = plan('--controllers=service-account-token', ...argv);
    const ofKeys = (args: readonly string[]) => args.filter((arg) => arg.startsWith('--service-account'));
    return [ofKeys(server.args), ofKeys(controllers[0]!.args)];
  };
  it('is that of the data directory, which is the default of controllers', () =>
    expect(key('--data-dir=/d')).toEqual([['--service-account-key-file=/d/pki/sa.key'], []]));
  it('is that of the flags of the server', () =>
    expect(key('--service-account-key-file=/k', '--service-account-key-file=/old')).toEqual([
      ['--service-account-key-file=/k', '--service-account-key-file=/old'],
      ['--service-account-private-key-file=/k', '--service-account-private-key-file=/old'],
    ]));
  it('is the one that signs', () =>
    expect(key('--service-account-key-file=/k', '--service-account-signing-key-file=/s')).toEqual([
      ['--service-account-key-file=/k', '--service-account-signing-key-file=/s'],
      ['--service-account-private-key-file=/s'],
    ]));
});

describe('which controllers run', () => {
  const names = (list: string) =>
    plan(`--controllers=${list}`, '--controllers-as-processes').controllers.map(({ name }) => name);
  const star = controllers.filter((entry) => entry.defaultOn).map((entry) => entry.name);

  it('all in one process, which gets their names', () => {
    expect(plan('--controllers=csr-signer,token-cleaner').controllers).toMatchObject([
      { name: 'controller-manager', args: [expect.anything(), '--controllers=csr-signer,token-cleaner'] },
    ]);
    expect(plan('--controllers=-*').controllers).toEqual([]);
  });
  it('D-021 each selected controller is a process when asked for', () => {
    expect(names('*')).toEqual(star);
    expect(names('*,-csr-signer')).toEqual(star.filter((name) => name !== 'csr-signer'));
  });
  it('D-021 an unknown name stops the start', () => expect(() => names('nosuch')).toThrow(UsageError));
});

describe('commands of the launcher', () => {
  it('up takes the rest of the line', () => expect(commandOf(['up', '--x'])).toEqual({ name: 'up', argv: ['--x'] }));
  it('nothing, help and --help are help', () => {
    for (const argv of [[], ['help'], ['--help'], ['-h']]) expect(commandOf(argv)).toEqual({ name: 'help' });
  });
  it('an unknown command names the nearest', () =>
    expect(commandOf(['apisrever'])).toMatchObject({
      problem: 'unknown command "apisrever", did you mean "apiserver"? See "orch help".',
    }));
});

it('the server alone gets the digest of a one-time link', () => {
  const all: readonly FlagGroup[] = [launcherGroup, serverGroup, controllerGroup];
  const parsed = parseFlags([], all);
  if ('error' in parsed) throw new Error(parsed.error);
  const { server, controllers } = planFleet(parsed, groups, 'DIGEST');
  expect(server.args).toContain('--dashboard-link-digest=DIGEST');
  expect(JSON.stringify(controllers)).not.toContain('DIGEST');
});
