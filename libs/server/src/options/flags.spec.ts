import { helpText, parseFlags, UsageError, type FlagDefinition } from '@orch/process';
import { DEFAULT_API_SERVER_OPTIONS } from './api-server-options.js';
import { admissionPluginNames } from '@orch/admission';
import { NEWEST_MINOR } from '@orch/api';
import { apiServerFlags, optionsFromFlags } from './flags.js';

const YEAR_MS = 365 * 24 * 3_600_000;

function options(...argv: string[]) {
  const parsed = parseFlags(argv, apiServerFlags, { env: {} });
  if ('error' in parsed) throw new UsageError(parsed.error);
  return optionsFromFlags(parsed.values);
}

describe('flags of the API server', () => {
  it('have the same defaults as the options', () => expect(options()).toEqual(DEFAULT_API_SERVER_OPTIONS));
  it('are converted to options', () =>
    expect(
      options(
        '--secure-port=0',
        '--emulated-version',
        '1.27',
        '--request-timeout=30s',
        '--disable-admission-plugins=DefaultStorageClass',
        '--default-not-ready-toleration-seconds=30',
        '--default-unreachable-toleration-seconds=0',
      ),
    ).toMatchObject({
      securePort: 0,
      emulatedMinor: 27,
      requestTimeoutMs: 30_000,
      disableAdmissionPlugins: ['DefaultStorageClass'],
      defaultNotReadyTolerationSeconds: 30,
      defaultUnreachableTolerationSeconds: 0,
    }));
  it('D-222 bound concurrent reads at 400 and writes at 200', () =>
    expect(options()).toMatchObject({ maxRequestsInflight: 400, maxMutatingRequestsInflight: 200 }));
  it('D-220 end requests after a minute', () => expect(options().requestTimeoutMs).toBe(60_000));
  it('give services a range of each IP family', () =>
    expect(options('--service-cluster-ip-range=10.1.0.0/16,fd00::/112')).toMatchObject({
      serviceClusterIpRanges: ['10.1.0.0/16', 'fd00::/112'],
    }));
  it('B-385 B-386 a deprecated flag works, warns, and is marked in the help', () => {
    const plugins = ['NamespaceLifecycle', 'ServiceAccount'];
    const parsed = parseFlags([`--admission-control=${plugins.join()}`], apiServerFlags, { env: {} });
    if ('error' in parsed) throw new UsageError(parsed.error);
    expect(parsed.warnings).toEqual([
      'flag --admission-control is deprecated: use --enable-admission-plugins and --disable-admission-plugins',
    ]);
    const { enableAdmissionPlugins, disableAdmissionPlugins } = optionsFromFlags(parsed.values);
    expect(enableAdmissionPlugins).toEqual(plugins);
    expect([...disableAdmissionPlugins, ...plugins].sort()).toEqual([...admissionPluginNames(NEWEST_MINOR)].sort());
    expect(helpText({ command: 'orch apiserver', summary: '' }, apiServerFlags)).toMatch(
      /--admission-control[^]*\(DEPRECATED: use --enable-admission-plugins/,
    );
  });

  it('B-385 B-388 deprecated flags stay for at least a year', () => {
    const deprecated = apiServerFlags.flatMap(({ flags }) =>
      (flags as readonly FlagDefinition[]).flatMap(({ name, deprecated: of }) => (of ? [{ name, ...of }] : [])),
    );
    expect(deprecated.map(({ name }) => name)).toEqual(['admission-control']);
    for (const { name, since, until } of deprecated) {
      expect([name, Date.parse(until) - Date.parse(since) >= YEAR_MS]).toEqual([name, true]);
    }
  });

  it('B-441 the plugin of PodSecurityPolicies is accepted up to 1.24', () => {
    const named = (release: string) =>
      options(`--emulated-version=${release}`, '--enable-admission-plugins=PodSecurityPolicy');
    expect(named('1.24').enableAdmissionPlugins).toEqual([]);
    expect(() => named('1.25')).toThrow(
      'flag --enable-admission-plugins: unknown plugin "PodSecurityPolicy": release 1.25 has AlwaysAdmit, ',
    );
  });

  it('B-387 a flag that is not general has alpha or beta in its name', () => {
    for (const { name, help } of apiServerFlags.flatMap(({ flags }) => flags as readonly FlagDefinition[])) {
      const isEarly = /^\(?(alpha|beta)\b/i.test(help);
      expect([name, isEarly]).toEqual([name, /^(alpha|beta)-/.test(name)]);
    }
  });

  it('B-400 D-236 hidden metrics are shown for the previous minor release', () => {
    expect(options('--show-hidden-metrics-for-version=1.36').showHiddenMetrics).toBe(true);
    expect(options('--emulated-version=1.30', '--show-hidden-metrics-for-version=1.29').showHiddenMetrics).toBe(true);
    expect(options().showHiddenMetrics).toBe(false);
  });

  const refused: Array<[string[], string]> = [
    [['--show-hidden-metrics-for-version=1.1'], 'must be 1.36, only the previous minor release is allowed'],
    [['--show-hidden-metrics-for-version=1.37'], 'must be 1.36'],
    [['--admission-control=Nope'], '--admission-control: unknown plugin "Nope"'],
    [
      ['--admission-control=ServiceAccount', '--disable-admission-plugins=Priority'],
      '--admission-control: excludes --enable-admission-plugins and --disable-admission-plugins',
    ],
    [['--secure-port=70000'], 'secure-port'],
    [['--bind-address=nowhere'], '--bind-address: must be an IP address'],
    [['--tls-cert-file=a'], '--tls-private-key-file: is needed with --tls-cert-file'],
    [['--tls-private-key-file=a'], '--tls-cert-file: is needed with --tls-private-key-file'],
    [
      ['--requestheader-username-headers=X-Remote-User'],
      '--requestheader-username-headers: needs --requestheader-client-ca-file',
    ],
    [['--requestheader-client-ca-file=a', '--requestheader-group-headers=X Group'], '"X Group" is not a header name'],
    [
      ['--requestheader-client-ca-file=a', '--requestheader-username-headers=Authorization'],
      'Authorization has another meaning',
    ],
    [['--emulated-version=1.20'], 'emulated-version'],
    [['--storage-backend=etcd'], '--storage-backend=etcd: must be one of embedded, redis'],
    [['--service-cluster-ip-range=foo'], '--service-cluster-ip-range: "foo" is not a range such as 10.0.0.0/24'],
    [['--service-cluster-ip-range=10.0.0.0/24,10.1.0.0/24'], 'two ranges must be of different families'],
    [['--service-node-port-range=5-4'], '--service-node-port-range: "5-4" is not a range of ports such as 30000-32767'],
    [['--advertise-address=here'], '--advertise-address: must be an IP address'],
    [
      ['--strict-transport-security-directives=preload,max-age'],
      '--strict-transport-security-directives: must be among max-age=SECONDS, includeSubDomains, preload',
    ],
    [['--external-hostname=https://a'], '--external-hostname: must be HOST or HOST:PORT'],
  ];
  const handshake: Array<[string, string, string]> = [
    [
      'D-013',
      '--tls-cipher-suites=TLS_RSA_WITH_RC4_128_SHA',
      '--tls-cipher-suites: must be among TLS_AES_128_GCM_SHA256',
    ],
    [
      'D-013',
      '--tls-min-version=VersionTLS10',
      '--tls-min-version=VersionTLS10: must be one of VersionTLS12, VersionTLS13',
    ],
    ['D-014', '--tls-sni-cert-key=a.crt', '--tls-sni-cert-key: must be CERT_FILE,KEY_FILE'],
    ['D-014', '--tls-sni-cert-key=a,b:10.0.0.1', 'clients name hosts alone'],
  ];
  for (const [id, flag, text] of handshake)
    it(`${id} rejects ${flag}`, () => expect(() => options(flag)).toThrow(text));
  it('D-232 --emulated-version may name the component', () =>
    expect(options('--emulated-version=kube=1.30').emulatedMinor).toBe(30));
  it('D-014 --tls-sni-cert-key may be repeated, and contain commas', () =>
    expect(options('--tls-sni-cert-key=a,b:x,y', '--tls-sni-cert-key=c,d').tlsSniCertKeys).toEqual(['a,b:x,y', 'c,d']));
  it('B-103 B-110 a front proxy is configured by its flags', () =>
    expect(
      options(
        '--requestheader-client-ca-file=ca.crt',
        '--requestheader-allowed-names=front,gate',
        '--requestheader-username-headers=X-Remote-User,X-User',
        '--requestheader-group-headers=X-Remote-Group',
        '--requestheader-extra-headers-prefix=X-Remote-Extra-',
        '--requestheader-uid-headers=X-Remote-Uid',
      ).requestHeader,
    ).toEqual({
      clientCaFile: 'ca.crt',
      allowedNames: ['front', 'gate'],
      usernameHeaders: ['X-Remote-User', 'X-User'],
      uidHeaders: ['X-Remote-Uid'],
      groupHeaders: ['X-Remote-Group'],
      extraHeaderPrefixes: ['X-Remote-Extra-'],
    }));
  const gates: Array<[string, string, string]> = [
    ['A-508 D-234', 'Nope=true', 'flag --feature-gates: unrecognized feature gate "Nope"'],
    ['A-507 B-391', 'VolumeAttributesClass=false', 'feature is locked to true'],
    ['A-508', 'CSIStorageCapacity=false', 'is gone in release 1.37'],
    ['D-234', 'HPAScaleToZero=perhaps', 'write Name=true or Name=false'],
  ];
  for (const [id, gate, text] of gates)
    it(`${id} rejects --feature-gates=${gate}`, () => expect(() => options(`--feature-gates=${gate}`)).toThrow(text));
  it('D-235 B-393 help lists the gates with their stages', () => {
    const help = helpText({ command: 'orch apiserver', summary: '' }, apiServerFlags);
    expect(help).toContain('ContainerStopSignals=true|false (ALPHA - default=false)');
    expect(help).toContain('ContainerRestartRules=true|false (BETA - default=true)');
    expect(help).toContain('GitRepoVolumeDriver=true|false (DEPRECATED - default=false)');
    expect(help).toContain('AllAlpha=true|false (ALPHA - default=false)');
  });
  for (const [argv, text] of refused)
    it(`rejects ${argv.join(' ')}`, () => expect(() => options(...argv)).toThrow(text));
});
