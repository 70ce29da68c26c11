import { flagGroup, parseFlags, UsageError, type FlagGroup } from '@orch/process';
import { commandOf } from '../command.js';
import { controllerPrograms } from '../programs.js';
import { planFleet } from './fleet-plan.js';
import { selectControllers } from './select-controllers.js';

const serverGroup = flagGroup('Server', [
  { name: 'data-dir', type: 'string', default: './.orch', help: '' },
  { name: 'secure-port', type: 'int', default: 6443, help: '' },
  { name: 'watch-history', type: 'duration', default: '5m', help: '' },
  { name: 'http2', type: 'bool', default: false, help: '' },
  { name: 'sni', type: 'string[]', default: [], commas: false, help: '' },
]);
const controllerGroup = flagGroup('Controllers', [
  { name: 'controllers', type: 'string[]', default: ['*'], help: '' },
  { name: 'workers', type: 'int', default: 2, help: '' },
  { name: 'orchconfig', type: 'string', default: undefined, help: '' },
]);
const groups = { server: [serverGroup], controllers: [controllerGroup] };

function plan(...argv: string[]) {
  const all: readonly FlagGroup[] = [serverGroup, controllerGroup];
  const parsed = parseFlags(argv, all);
  if ('error' in parsed) throw new Error(parsed.error);
  return planFleet(parsed, groups);
}

it('each process gets the given flags it knows and no others', () => {
  const { server, controllers } = plan(
    '--secure-port=0', '--watch-history', '1m', '--http2=false', '--sni=a,b', '--sni=c', '--workers=4', '--controllers=csrsigner',
  ); // prettier-ignore
  expect(server).toEqual({
    name: 'apiserver',
    args: ['--secure-port=0', '--watch-history=60000ms', '--http2=false', '--sni=a,b', '--sni=c'],
  });
  expect(controllers).toEqual([{ name: 'csr-signer', args: ['--workers=4', '--orchconfig=.orch/admin.conf'] }]);
});

it('controllers use the configuration the server writes, unless another is named', () => {
  expect(plan('--data-dir=/d', '--controllers=csr-signer').controllers[0]?.args).toEqual([
    '--orchconfig=/d/admin.conf',
  ]);
  expect(plan('--orchconfig=/c', '--controllers=csr-signer').controllers[0]?.args).toEqual(['--orchconfig=/c']);
});

describe('which controllers run', () => {
  const names = (...list: string[]) => selectControllers(list, controllerPrograms).map((program) => program.name);
  const star = controllerPrograms.filter((program) => program.inStar).map((program) => program.name);

  it('B-010 B-012 D-021 * leaves out the token cleaner and the bootstrap signer', () => {
    expect(names('*')).toEqual(star);
    expect(star).not.toContain('token-cleaner');
    expect(star).not.toContain('bootstrap-signer');
  });
  it('B-009 *,tokencleaner adds the token cleaner', () =>
    expect(names('*', 'tokencleaner')).toEqual([...star, 'token-cleaner']));
  it('B-011 *,bootstrapsigner adds the bootstrap signer', () =>
    expect(names('*', 'bootstrapsigner')).toEqual([...star, 'bootstrap-signer']));
  it('D-021 -name takes one off, wherever it stands', () => {
    expect(names('*', '-csr-signer')).toEqual(star.filter((name) => name !== 'csr-signer'));
    expect(names('-csr-signer', '*')).toEqual(star.filter((name) => name !== 'csr-signer'));
  });
  it('without * only what is named runs', () => expect(names('csr-cleaner')).toEqual(['csr-cleaner']));
  it('no name runs none', () => expect(names()).toEqual([]));
  it('D-021 an unknown name stops the start', () => {
    expect(() => names('nosuch')).toThrow(UsageError);
    expect(() => names('csr-singer')).toThrow('unknown controller "csr-singer", did you mean csr-signer?');
  });
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
