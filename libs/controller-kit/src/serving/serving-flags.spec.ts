import { readFlags } from '@orch/process';
import { servingFlags, servingOptions } from './serving-flags.js';

const read = (...argv: string[]) =>
  servingOptions(readFlags({ command: 'orch', summary: '', groups: [servingFlags], argv, env: {} }).values as never);

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

it.each([
  [['--metrics-bind-address=10257'], 'must be HOST:PORT'],
  [['--metrics-bind-address=a:70000'], 'must be HOST:PORT'],
  [['--metrics-bind-address=::1:3'], 'must be HOST:PORT'],
  [['--metrics-bind-address=:1', '--metrics-cert-file=c'], '--metrics-key-file: is needed'],
  [['--metrics-bind-address=:1', '--metrics-key-file=k'], '--metrics-cert-file: is needed'],
  [['--metrics-cert-file=c', '--metrics-key-file=k'], '--metrics-cert-file: is for the port of metrics'],
])('refuses %j', (argv, message) => expect(() => read(...argv)).toThrow(message));
