import { helpText, parseFlags, UsageError } from '@orch/process';
import { defaultPluginNames } from '@orch/admission';
import { apiServerFlags, optionsFromFlags } from './flags.js';

function options(...argv: string[]) {
  const parsed = parseFlags(argv, apiServerFlags, { env: {} });
  if ('error' in parsed) throw new UsageError(parsed.error);
  return optionsFromFlags(parsed.values);
}

/** Plugins that run by default in every release. */
const EVERY_RELEASE = [
  'NamespaceLifecycle',
  'LimitRanger',
  'ServiceAccount',
  'TaintNodesByCondition',
  'Priority',
  'DefaultTolerationSeconds',
  'DefaultStorageClass',
  'StorageObjectInUseProtection',
  'PersistentVolumeClaimResize',
  'RuntimeClass',
  'CertificateApproval',
  'CertificateSigning',
  'CertificateSubjectRestriction',
  'DefaultIngressClass',
  'MutatingAdmissionWebhook',
  'ValidatingAdmissionWebhook',
  'ResourceQuota',
];

describe('flags of admission plugins', () => {
  it.each([
    [
      'enable',
      ['--enable-admission-plugins=Nope'],
      'flag --enable-admission-plugins: unknown plugin "Nope": release 1.',
    ],
    [
      'disable',
      ['--disable-admission-plugins=Nope'],
      'flag --disable-admission-plugins: unknown plugin "Nope": release 1.',
    ],
    [
      'a later release',
      ['--emulated-version=1.31', '--enable-admission-plugins=MutatingAdmissionPolicy'],
      'unknown plugin "MutatingAdmissionPolicy": release 1.31 has ',
    ],
    [
      'both',
      [
        '--enable-admission-plugins=AlwaysPullImages,EventRateLimit',
        '--disable-admission-plugins=Priority,EventRateLimit',
      ],
      'flag --disable-admission-plugins: EventRateLimit cannot be in --enable-admission-plugins, too',
    ],
  ])('D-166 %s: the start is refused', (_what, argv, message) => {
    expect(() => options(...argv)).toThrow(UsageError);
    expect(() => options(...argv)).toThrow(message);
  });

  it('D-169 SecurityContextDeny is unknown from 1.30 on', () => {
    const named = (release: string) =>
      options(`--emulated-version=${release}`, '--enable-admission-plugins=SecurityContextDeny').enableAdmissionPlugins;
    expect(named('1.29')).toEqual(['SecurityContextDeny']);
    expect(() => named('1.30')).toThrow('unknown plugin "SecurityContextDeny"');
  });

  it.each<[minor: number, more: string[]]>([
    [22, []],
    [23, ['PodSecurity']],
    [26, ['PodSecurity', 'ValidatingAdmissionPolicy']],
    [27, ['PodSecurity', 'ClusterTrustBundleAttest', 'ValidatingAdmissionPolicy']],
    [32, ['PodSecurity', 'ClusterTrustBundleAttest', 'MutatingAdmissionPolicy', 'ValidatingAdmissionPolicy']],
    [
      33,
      [
        'PodSecurity',
        'ClusterTrustBundleAttest',
        'MutatingAdmissionPolicy',
        'PodTopologyLabels',
        'ValidatingAdmissionPolicy',
      ],
    ],
  ])('D-167 default plugins of release 1.%i: those of every release, and %j', (minor, more) => {
    expect([...defaultPluginNames(minor)].sort()).toEqual([...EVERY_RELEASE, ...more].sort());
  });

  it('D-167 the help lists the default plugins', () => {
    const help = helpText({ command: 'orch apiserver', summary: '' }, apiServerFlags).replace(/\s+/g, ' ');
    const listed = /By default run in release 1\.\d+: ([^.]+)\./.exec(help)![1]!.split(', ');
    expect(listed).toEqual(expect.arrayContaining([...EVERY_RELEASE, 'PodSecurity', 'ValidatingAdmissionPolicy']));
    expect(listed).not.toContain('AlwaysPullImages');
  });

  it('the configuration file is an option', () => {
    expect(options('--admission-control-config-file=/a.yaml').admissionControlConfigFile).toBe('/a.yaml');
  });
});
