import { parseFlags, UsageError } from '@orch/process';
import { dashboardProcess, dashboardProcessFlags } from './dashboard-flags.js';

async function read(...argv: string[]) {
  const parsed = parseFlags(argv, dashboardProcessFlags);
  if ('error' in parsed) throw new Error(parsed.error);
  return dashboardProcess(parsed.values as never);
}
const server = '--server=https://127.0.0.1:6443/';

it('serves plain HTTP on a loopback address by default', async () => {
  expect(await read(server)).toEqual({
    front: { server: 'https://127.0.0.1:6443', ca: undefined, vocabulary: 'orch', oidc: undefined, loopbackOnly: true },
    bindAddress: '127.0.0.1',
    port: 8443,
    tls: undefined,
  });
});

it.each([
  [[], 'flag --server: is needed'],
  [['--server=http://127.0.0.1:8080'], 'must be an https URL'],
  [['--server=https://127.0.0.1/path'], 'without a path'],
  [[server, '--bind-address=0.0.0.0'], 'tokens would be sent without encryption'],
  [[server, `--tls-cert-file=${__filename}`], 'goes with --tls-private-key-file'],
  [[server, '--oidc-client-id=x'], 'goes with --oidc-client-id'],
  [[server, '--oidc-client-id=x', '--oidc-issuer-url=http://issuer'], 'must be an https URL'],
])('refuses %j: %s', async (argv, message) => {
  const read1 = read(...argv);
  await expect(read1).rejects.toThrow(UsageError);
  await expect(read1).rejects.toThrow(message);
});
