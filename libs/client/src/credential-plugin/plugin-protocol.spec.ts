import { chmodSync } from 'node:fs';
import { inspect } from 'node:util';
import { FakeClock } from '@orch/apimachinery';
import { credential, get, PluginFixture, V1, V1BETA1 } from './plugin.fixture.js';
import { makeTestCertificates } from '../testing/test-certificates.js';
import { MAX_PLUGIN_OUTPUT_BYTES, PLUGIN_LIMIT_MS } from './plugin-process.js';

let fixture: PluginFixture;
beforeEach(async () => {
  fixture = await PluginFixture.start();
});
afterEach(() => fixture.stop());

const failureOf = async (call: Promise<unknown>): Promise<Error & { code?: string }> => {
  const failure: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof Error)) throw new Error('the call did not fail');
  return failure;
};

describe('input', () => {
  const inputOf = async (exec: object = {}, cluster: object = {}, apiVersion = V1): Promise<unknown> => {
    fixture.plugin.behave({ output: credential({ token: 't' }, apiVersion) });
    await get(fixture.transport(fixture.configuration(exec, cluster)));
    return JSON.parse(fixture.plugin.runs[0]!.environment['ORCH_EXEC_INFO']!);
  };

  it.each([V1, V1BETA1])('B-161 B-156 is an ExecCredential of %s without cluster', async (apiVersion) => {
    const want = { kind: 'ExecCredential', apiVersion, spec: { interactive: false } };
    expect(await inputOf({ apiVersion }, {}, apiVersion)).toEqual(want);
  });

  it('B-155 B-173 has the cluster with provideClusterInfo', async () => {
    const { ca } = await makeTestCertificates();
    const caData = Buffer.from(ca).toString('base64');
    const config = { audience: 'x', deep: [1, null, {}] };
    const cluster = {
      server: `${fixture.server.url}/below`,
      'certificate-authority-data': caData,
      'tls-server-name': 'server.test',
      extensions: [{ name: 'client.authentication.orch.io/exec', extension: config }],
    };
    fixture.server.fail({ answer: (response) => response.end('{}') });
    expect(await inputOf({ provideClusterInfo: true }, cluster)).toEqual({
      kind: 'ExecCredential',
      apiVersion: V1,
      spec: {
        interactive: false,
        cluster: {
          server: `${fixture.server.url}/below`,
          'certificate-authority-data': caData,
          'tls-server-name': 'server.test',
          config,
        },
      },
    });
  });

  it('B-153 B-152 D-119 has args in order, and env over the environment of this process', async () => {
    process.env['ORCH_TEST_INHERITED'] = 'inherited';
    process.env['ORCH_TEST_OVERRIDDEN'] = 'inherited';
    try {
      const env = [
        { name: 'ORCH_TEST_OVERRIDDEN', value: 'own' },
        { name: 'ORCH_TEST_OWN', value: 'a=b c' },
      ];
      await inputOf({ args: ['-b', 'a b', '', '-b'], env });
      expect(fixture.plugin.runs[0]).toMatchObject({
        args: ['-b', 'a b', '', '-b'],
        environment: {
          ORCH_TEST_INHERITED: 'inherited',
          ORCH_TEST_OVERRIDDEN: 'own',
          ORCH_TEST_OWN: 'a=b c',
        },
      });
    } finally {
      delete process.env['ORCH_TEST_INHERITED'];
      delete process.env['ORCH_TEST_OVERRIDDEN'];
    }
  });

  it('D-114 has no standard input with interactiveMode Never', async () => {
    await inputOf();
    expect(fixture.plugin.runs[0]!.stdin).toBe('/dev/null');
  });
});

describe('output', () => {
  it('B-147 B-162 B-163 its token is the bearer token', async () => {
    fixture.plugin.behave({ output: credential({ token: 'from-plugin' }) });
    expect(await fixture.header(fixture.transport())).toBe('Bearer from-plugin');
  });

  it('B-147 a command without slash is found in PATH', async () => {
    fixture.plugin.behave({ output: credential({ token: 't' }) });
    const path = process.env['PATH'];
    process.env['PATH'] = `${fixture.folder}:${path}`;
    try {
      expect(await fixture.header(fixture.transport(fixture.configuration({ command: 'plugin' })))).toBe('Bearer t');
    } finally {
      process.env['PATH'] = path;
    }
  });

  it.each(['2999-01-02T03:04:05Z', '2999-01-02T03:04:05.123456Z', '2999-01-02t03:04:05+01:30'])(
    'B-167 expirationTimestamp may be %s',
    async (expirationTimestamp) => {
      fixture.plugin.behave({ output: credential({ token: 't', expirationTimestamp }) });
      expect(await fixture.header(fixture.transport())).toBe('Bearer t');
    },
  );

  const bad: [name: string, output: unknown, message: string][] = [
    ['B-162 nothing', '', 'printed something that is not a JSON object'],
    ['B-162 text that is not JSON', 'SECRET', 'printed something that is not a JSON object'],
    ['B-162 YAML', 'kind: ExecCredential\nstatus: {token: SECRET}', 'printed something that is not a JSON object'],
    ['B-162 broken JSON', '{"status":{"token":"SECRET', 'printed something that is not a JSON object'],
    ['B-162 a list', ['SECRET'], 'printed something that is not a JSON object'],
    ['B-162 another kind', { kind: 'Secret', apiVersion: V1 }, 'printed JSON that is not an ExecCredential'],
    ['B-151 another version', credential({ token: 'SECRET' }, V1BETA1), `is configured with apiVersion ${V1}, and printed ${V1BETA1}`],
    ['B-151 a version that is a text', credential({ token: 't' }, 'SECRET '.repeat(3)), `is configured with apiVersion ${V1}, and printed another one`],
    ['D-115 no status', credential(undefined), 'printed an ExecCredential without status'],
    ['D-115 neither token nor pair', credential({}), 'printed neither a token nor a client certificate with its key'],
    ['D-115 an empty token', credential({ token: '' }), 'printed neither a token nor a client certificate with its key'],
    ['a token that is a number', credential({ token: 5 }), 'printed a token that is not a text'],
    ['B-165 a certificate only', credential({ token: 't', clientCertificateData: 'SECRET' }), 'printed a client certificate without its key'],
    ['B-165 a key only', credential({ token: 't', clientKeyData: 'SECRET' }), 'printed a client key without its certificate'],
    ['B-164 a pair that is not PEM', credential({ clientCertificateData: 'SECRET', clientKeyData: 'SECRET' }), 'printed a client certificate that cannot be used'],
    ['B-167 an expiry that is a date', credential({ token: 'SECRET', expirationTimestamp: '2999-01-02' }), 'printed an expirationTimestamp that is not RFC 3339'],
    ['B-167 an expiry of no month', credential({ token: 'SECRET', expirationTimestamp: '2999-13-02T03:04:05Z' }), 'printed an expirationTimestamp that is not RFC 3339'],
    ['B-167 an expiry that is a number', credential({ token: 'SECRET', expirationTimestamp: 5 }), 'printed an expirationTimestamp that is not RFC 3339'],
    ['too much', 'SECRET'.repeat(MAX_PLUGIN_OUTPUT_BYTES / 6 + 1), `printed more than ${MAX_PLUGIN_OUTPUT_BYTES} bytes`],
  ]; // prettier-ignore
  it.each(bad)('%s is an error without what it printed, and no request is sent', async (_name, output, message) => {
    fixture.plugin.behave({ output });
    const failure = await failureOf(get(fixture.transport()));
    expect(failure).toMatchObject({ name: 'ConfigurationError', code: 'PluginFailed' });
    expect(failure.message).toContain(`the credential plugin ${fixture.plugin.path} ${message}`);
    expect(inspect(failure, { depth: 9 })).not.toContain('SECRET');
    expect(fixture.server.requests).toEqual([]);
  });
});

describe('failures', () => {
  it('D-119 a non-zero exit is an error with command and code, and the next request runs it again', async () => {
    const transport = fixture.transport();
    fixture.plugin.behave({ exitCode: 3, output: credential({ token: 'SECRET' }) });
    const failure = await failureOf(get(transport));
    expect(failure.message).toBe(`the credential plugin ${fixture.plugin.path} ended with exit code 3`);
    fixture.plugin.behave({ output: credential({ token: 't' }) });
    expect(await fixture.header(transport)).toBe('Bearer t');
  });

  it('a plugin that is killed is an error', async () => {
    fixture.plugin.behave({ waits: true });
    const failing = failureOf(get(fixture.transport()));
    await fixture.plugin.untilWaiting();
    process.kill(fixture.plugin.runs[0]!.pid, 'SIGKILL');
    expect((await failing).message).toBe(`the credential plugin ${fixture.plugin.path} was ended by SIGKILL`);
  });

  it.each(['./missing', 'orch-no-such-plugin'])(
    'B-154 a missing executable %s is an error with the hint',
    async (command) => {
      const exec = { command, installHint: 'install it:\n  get plugin' };
      const failure = await failureOf(get(fixture.transport(fixture.configuration(exec))));
      expect(failure.message).toMatch(/^the credential plugin \S+ was not found: install it:\n {2}get plugin$/);
      const bare = await failureOf(get(fixture.transport(fixture.configuration({ command }))));
      expect(bare.message).toMatch(/was not found$/);
    },
  );

  it('B-154 a file that is not executable is an error with the hint', async () => {
    chmodSync(fixture.plugin.path, 0o644);
    const failure = await failureOf(get(fixture.transport(fixture.configuration({ installHint: 'chmod' }))));
    expect(failure.message).toBe(`the credential plugin ${fixture.plugin.path} may not be executed: chmod`);
  });

  it('an environment that is too large is an error without its values', async () => {
    const env = [{ name: 'A', value: 'SECRET'.repeat(1_000_000) }];
    const failure = await failureOf(get(fixture.transport(fixture.configuration({ env }))));
    expect(failure.message).toBe(`the credential plugin ${fixture.plugin.path} cannot be started (E2BIG)`);
    expect(inspect(failure)).not.toContain('SECRET');
  });

  it('B-160 interactiveMode Always is an error where the standard input is used otherwise, and the plugin is not run', async () => {
    const configuration = fixture.configuration({ interactiveMode: 'Always' });
    if (configuration.credentials.type !== 'plugin') throw new Error('no plugin');
    const plugin = { ...configuration.credentials.plugin, stdinUsedBy: '-f -' };
    const transport = fixture.transport({ ...configuration, credentials: { type: 'plugin', plugin } });
    expect((await failureOf(get(transport))).message).toContain('was not run: it needs the standard input');
    expect(fixture.plugin.runs).toEqual([]);
  });
});

describe('a plugin that hangs', () => {
  beforeEach(() => fixture.plugin.behave({ waits: true, output: credential({ token: 'late' }) }));

  it('is ended when the client is closed', async () => {
    const transport = fixture.transport();
    const failing = failureOf(get(transport));
    const ended = endOf(await fixture.plugin.untilWaiting());
    await transport.close();
    expect(await failing).toMatchObject({ code: 'Interrupted', message: 'the client was closed' });
    await ended;
  });

  it('is killed when it ignores SIGTERM', async () => {
    fixture.plugin.behave({ waits: true, ignoresSigterm: true });
    const transport = fixture.transport();
    const failing = failureOf(get(transport));
    const ended = endOf(await fixture.plugin.untilWaiting());
    await transport.close();
    await failing;
    await ended;
  });

  it('does not keep a request beyond its deadline, and its credential is that of the next one', async () => {
    const clock = new FakeClock(Date.now());
    const transport = fixture.transport(undefined, clock);
    const failing = failureOf(get(transport));
    await fixture.plugin.untilWaiting();
    clock.advance(30_000);
    expect(await failing).toMatchObject({ code: 'Deadline' });
    const next = fixture.header(transport);
    fixture.plugin.letGo();
    expect(await next).toBe('Bearer late');
    expect(fixture.plugin.runs).toHaveLength(1);
  });

  it('is ended after its limit, so that a later request runs it again', async () => {
    const clock = new FakeClock(Date.now());
    const transport = fixture.transport(undefined, clock);
    const waiting = transport.text({ method: 'GET', path: '/version', timeoutMs: 2 * PLUGIN_LIMIT_MS });
    const failing = failureOf(waiting);
    const ended = endOf(await fixture.plugin.untilWaiting());
    clock.advance(PLUGIN_LIMIT_MS);
    expect((await failing).message).toBe(`the credential plugin ${fixture.plugin.path} did not end within 5 minutes`);
    await ended;
    fixture.plugin.behave({ output: credential({ token: 'second' }) });
    expect(await fixture.header(transport)).toBe('Bearer second');
  });

  it('keeps running for another client', async () => {
    const [first, second] = [fixture.transport(), fixture.transport()];
    const failing = failureOf(get(first));
    await fixture.plugin.untilWaiting();
    const other = fixture.header(second);
    await first.close();
    expect(await failing).toMatchObject({ code: 'Interrupted' });
    fixture.plugin.letGo();
    expect(await other).toBe('Bearer late');
    expect(fixture.plugin.runs).toHaveLength(1);
  });
});

const endOf = (socket: { once(event: 'close', listener: () => void): unknown }): Promise<void> =>
  new Promise((resolve) => socket.once('close', resolve));
