import { readFlags } from '@orch/process';
import { servingFlags, servingOptions } from './serving-flags.js';

const SHARED = 'work queues are shared';
const read = (...argv: string[]) =>
  servingOptions(
    readFlags({ command: 'orch', summary: '', groups: [servingFlags], argv: argv.filter((one) => one !== SHARED), env: {} }).values as never,
    argv.includes(SHARED),
  ); // prettier-ignore

it.each([
  ['0', undefined],
  ['127.0.0.1:10257', { host: '127.0.0.1', port: 10_257 }],
  [':0', { host: undefined, port: 0 }],
  ['[::1]:443', { host: '::1', port: 443 }],
  ['metrics.example.com:1', { host: 'metrics.example.com', port: 1 }],
])('--metrics-bind-address=%s', (address, wanted) => expect(read(`--metrics-bind-address=${address}`)).toEqual(wanted));

it('there is no port by default', () => expect(read()).toBeUndefined());

it('takes a certificate with its key', () =>
  expect(read('--metrics-bind-address=:1', '--metrics-cert-file=c', '--metrics-key-file=k')).toEqual({
    host: undefined,
    port: 1,
    certificate: { certFile: 'c', keyFile: 'k' },
  }));

it('shows a board of shared work queues, which only reads unless a flag allows more', () => {
  const flags = ['--metrics-bind-address=:1', '--work-queue-board', SHARED];
  expect(read(...flags)).toMatchObject({ board: { mayRetry: false } });
  expect(read(...flags, '--work-queue-board-retry')).toMatchObject({ board: { mayRetry: true } });
});

it.each([
  [['--metrics-bind-address=:1', '--work-queue-board'], '--work-queue-board: shows shared work queues'],
  [['--work-queue-board', SHARED], '--work-queue-board: is for the port'],
  [['--metrics-bind-address=:1', '--work-queue-board-retry', SHARED], '--work-queue-board-retry: is for the board'],
  [['--metrics-bind-address=10257'], 'must be HOST:PORT'],
  [['--metrics-bind-address=a:70000'], 'must be HOST:PORT'],
  [['--metrics-bind-address=::1:3'], 'must be HOST:PORT'],
  [['--metrics-bind-address=:1', '--metrics-cert-file=c'], '--metrics-key-file: is needed'],
  [['--metrics-bind-address=:1', '--metrics-key-file=k'], '--metrics-cert-file: is needed'],
  [['--metrics-cert-file=c', '--metrics-key-file=k'], '--metrics-cert-file: is for the port of metrics'],
])('refuses %j', (argv, message) => expect(() => read(...argv)).toThrow(message));
