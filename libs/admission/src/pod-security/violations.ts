import {
  baselineCapabilities,
  hostNamespaces,
  hostPathVolumes,
  hostPorts,
  hostProbes,
  privileged,
  procMount,
  seLinuxOptions,
  sysctls,
  windowsHostProcess,
} from './baseline-checks.js';
import { StepWork } from '../matching/step-work.js';
import { containersOf } from './containers-of-pod.js';
import { appArmorProfile, baselineSeccomp, restrictedSeccomp, seccompAnnotations } from './profile-checks.js';
import {
  allowPrivilegeEscalation,
  exceptWindows,
  restrictedCapabilities,
  restrictedVolumes,
  runAsNonRoot,
  runAsUser,
} from './restricted-checks.js';
import { minorOf, type Level, type LevelAndVersion } from './security-policy.js';
import type { AnnotationNames, CheckedPod, SecurityCheck, Violation } from './violation.js';

/** A rule and its forms, each with the minor version of the policy that introduced it. */
interface VersionedCheck {
  readonly forms: readonly (readonly [sinceMinor: number, check: SecurityCheck])[];
  /** The restricted check that replaces it in the restricted level. */
  readonly replacedBy?: VersionedCheck;
}

/** Since release 1.25 pods can declare their operating system. */
const linuxOnly = (since: number, check: SecurityCheck): VersionedCheck['forms'] => [
  [since, check],
  [25, exceptWindows(check)],
];

const SYSCTLS = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.ip_unprivileged_port_start',
  'net.ipv4.ping_group_range',
  'net.ipv4.tcp_syncookies',
];
const SYSCTLS_27 = [...SYSCTLS, 'net.ipv4.ip_local_reserved_ports'];
const SYSCTLS_29 = [
  ...SYSCTLS_27,
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
  'net.ipv4.tcp_keepalive_time',
];
const SYSCTLS_32 = [...SYSCTLS_29, 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem'];
const SELINUX_TYPES = ['container_t', 'container_init_t', 'container_kvm_t'];

/** Since this release seccomp profiles are fields only. Before, a container annotation takes precedence over the pod's field. */
const SECCOMP_FIELDS_ONLY = 27;

/**
 * Every rule in the order in which violations are listed. Source: the checks of pod-security-admission 0.34.
 * @param release minor version of the node agents that run the pods.
 */
function checksOf(
  names: AnnotationNames,
  release: number,
): Readonly<Record<'baseline' | 'restricted', readonly VersionedCheck[]>> {
  const always = (check: SecurityCheck): VersionedCheck => ({ forms: [[0, check]] });
  const annotations = seccompAnnotations(names);
  const andAnnotations = (check: SecurityCheck): SecurityCheck =>
    release < SECCOMP_FIELDS_ONLY ? (pod) => check(pod) ?? annotations(pod) : check;
  const capabilities = { forms: linuxOnly(22, restrictedCapabilities) };
  const volumes = always(restrictedVolumes);
  const seccomp = { forms: linuxOnly(19, andAnnotations(restrictedSeccomp)) };
  const baseline: readonly VersionedCheck[] = [
    always(appArmorProfile(names)),
    { ...always(baselineCapabilities), replacedBy: capabilities },
    always(hostNamespaces),
    { ...always(hostPathVolumes), replacedBy: volumes },
    always(hostPorts),
    { forms: [[34, hostProbes]] },
    always(privileged),
    always(procMount),
    {
      forms: [
        [0, seLinuxOptions(...SELINUX_TYPES)],
        [31, seLinuxOptions(...SELINUX_TYPES, 'container_engine_t')],
      ],
    },
    {
      forms: [
        [0, annotations],
        [19, andAnnotations(baselineSeccomp)],
      ],
      replacedBy: seccomp,
    },
    {
      forms: [
        [0, sysctls(...SYSCTLS)],
        [27, sysctls(...SYSCTLS_27)],
        [29, sysctls(...SYSCTLS_29)],
        [32, sysctls(...SYSCTLS_32)],
      ],
    },
    always(windowsHostProcess),
  ];
  const restricted: readonly VersionedCheck[] = [
    { forms: linuxOnly(8, allowPrivilegeEscalation) },
    capabilities,
    volumes,
    always(runAsNonRoot),
    { forms: [[23, runAsUser]] },
    seccomp,
  ];
  return { baseline, restricted };
}

const formIn = ({ forms }: VersionedCheck, minor: number): SecurityCheck | undefined =>
  forms.findLast(([since]) => since <= minor)?.[1];

/** Violations of a pod against a level and version, in steps: one for each check where the pod is large. */
export type Violations = (pod: CheckedPod, level: LevelAndVersion) => Generator<undefined, readonly Violation[]>;

/** Comparisons of words in the time in which a check reads a container, a volume or a sysctl, and writes its name. */
const PART_WORK = 20;

/**
 * Compiles the checks of each level and release once.
 * @param release minor version that the server emulates: `latest` and newer versions mean its rules, since node agents of that
 *   release do not know the fields that newer rules depend on, such as the operating system of a pod.
 */
export function podViolations(names: AnnotationNames, release: number): Violations {
  const { baseline, restricted } = checksOf(names, release);
  const newest = Math.min(release, NEWEST_RULES);
  const compiled = new Map<string, readonly SecurityCheck[]>();
  const compile = (level: Level, minor: number): readonly SecurityCheck[] => {
    if (level === 'privileged') return [];
    const kept = baseline.filter(
      ({ replacedBy }) => level === 'baseline' || !(replacedBy && formIn(replacedBy, minor)),
    );
    const all = level === 'baseline' ? kept : [...kept, ...restricted];
    return all.map((check) => formIn(check, minor)).filter((check) => check !== undefined);
  };
  return function* (pod, { level, version }) {
    const minor = Math.min(minorOf(version), newest);
    const key = `${level}:${minor}`;
    let checks = compiled.get(key);
    if (!checks) compiled.set(key, (checks = compile(level, minor)));
    const found: Violation[] = [];
    const work = new StepWork();
    const partWork = PART_WORK * partsOf(pod);
    for (const check of checks) {
      const violation = check(pod);
      if (violation) found.push(violation);
      if (work.add(partWork)) yield;
    }
    return found;
  };
}

/** The newest release that changed a rule. */
const NEWEST_RULES = 34;

const partsOf = ({ spec }: CheckedPod): number =>
  containersOf(spec).length + (spec.volumes?.length ?? 0) + (spec.securityContext?.sysctls?.length ?? 0);

/** `privileged (container "c" ...), ...`. Empty if there are none. */
export const violationText = (violations: readonly Violation[]): string =>
  violations.map(({ reason, detail }) => `${reason} (${detail})`).join(', ');
