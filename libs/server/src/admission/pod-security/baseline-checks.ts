import {
  containersOf,
  namesOf,
  quoted,
  whoOf,
  type CheckedContainer,
  type ContainerSecurity,
} from './containers-of-pod.js';
import type { SecurityCheck } from './violation.js';

const CAPABILITIES: ReadonlySet<string> = new Set([
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
]);
const SELINUX_TYPES: ReadonlySet<string> = new Set([
  '',
  'container_engine_t',
  'container_init_t',
  'container_kvm_t',
  'container_t',
]);
const SYSCTLS: ReadonlySet<string> = new Set([
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.ip_local_reserved_ports',
  'net.ipv4.ip_unprivileged_port_start',
  'net.ipv4.ping_group_range',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_rmem',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.tcp_wmem',
]);

const withContext = (
  containers: readonly CheckedContainer[],
  bad: (context: ContainerSecurity) => boolean,
): CheckedContainer[] => containers.filter(({ securityContext }) => securityContext && bad(securityContext));

export const appArmorProfile: SecurityCheck = (spec) => {
  const pod = spec.securityContext?.appArmorProfile?.type === 'Unconfined';
  const bad = withContext(containersOf(spec), (context) => context.appArmorProfile?.type === 'Unconfined');
  if (!pod && bad.length === 0) return undefined;
  return {
    reason: 'forbidden AppArmor profile',
    detail: `${whoOf(pod, bad)} must not set AppArmor profile type to "Unconfined"`,
  };
};

export const baselineCapabilities: SecurityCheck = (spec) => {
  const added = ({ securityContext }: CheckedContainer): string[] =>
    (securityContext?.capabilities?.add ?? []).filter((capability) => !CAPABILITIES.has(capability));
  const bad = containersOf(spec).filter((container) => added(container).length > 0);
  if (bad.length === 0) return undefined;
  return {
    reason: 'non-default capabilities',
    detail: `${namesOf(bad)} must not include ${quoted(bad.flatMap(added).sort())} in securityContext.capabilities.add`,
  };
};

export const hostNamespaces: SecurityCheck = (spec) => {
  const used = (['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((name) => spec[name]);
  if (used.length === 0) return undefined;
  return { reason: 'host namespaces', detail: used.map((name) => `${name}=true`).join(', ') };
};

export const hostPathVolumes: SecurityCheck = (spec) => {
  const bad = (spec.volumes ?? []).filter(({ hostPath }) => hostPath);
  if (bad.length === 0) return undefined;
  const names = quoted(bad.map(({ name }) => name));
  return { reason: 'hostPath volumes', detail: `${bad.length === 1 ? 'volume' : 'volumes'} ${names}` };
};

export const hostPorts: SecurityCheck = (spec) => {
  const portsOf = ({ ports = [] }: CheckedContainer): number[] => ports.flatMap(({ hostPort }) => hostPort || []);
  const bad = containersOf(spec).filter((container) => portsOf(container).length > 0);
  if (bad.length === 0) return undefined;
  const ports = [...new Set(bad.flatMap(portsOf))].sort((a, b) => a - b);
  const use = bad.length === 1 ? 'uses' : 'use';
  return {
    reason: 'hostPort',
    detail: `${namesOf(bad)} ${use} ${ports.length === 1 ? 'hostPort' : 'hostPorts'} ${ports.join(', ')}`,
  };
};

export const privileged: SecurityCheck = (spec) => {
  const bad = withContext(containersOf(spec), (context) => context.privileged === true);
  if (bad.length === 0) return undefined;
  return { reason: 'privileged', detail: `${namesOf(bad)} must not set securityContext.privileged=true` };
};

export const procMount: SecurityCheck = (spec) => {
  // Users of the pod's own see nothing there of the host's.
  if (spec.hostUsers === false) return undefined;
  const bad = withContext(containersOf(spec), (context) => (context.procMount ?? 'Default') !== 'Default');
  if (bad.length === 0) return undefined;
  const types = quoted(bad.map(({ securityContext }) => securityContext!.procMount!));
  return { reason: 'procMount', detail: `${namesOf(bad)} must not set securityContext.procMount to ${types}` };
};

export const seLinuxOptions: SecurityCheck = (spec) => {
  const faults = (options: ContainerSecurity['seLinuxOptions']): string[] => [
    ...(options && !SELINUX_TYPES.has(options.type ?? '') ? [`type ${JSON.stringify(options.type)}`] : []),
    ...(options?.user ? ['user may not be set'] : []),
    ...(options?.role ? ['role may not be set'] : []),
  ];
  const ofPod = faults(spec.securityContext?.seLinuxOptions);
  const bad = withContext(containersOf(spec), (context) => faults(context.seLinuxOptions).length > 0);
  const all = [...new Set([...ofPod, ...bad.flatMap((c) => faults(c.securityContext!.seLinuxOptions))])];
  if (all.length === 0) return undefined;
  return {
    reason: 'seLinuxOptions',
    detail: `${whoOf(ofPod.length > 0, bad)} set forbidden securityContext.seLinuxOptions: ${all.join('; ')}`,
  };
};

export const baselineSeccomp: SecurityCheck = (spec) => {
  const pod = spec.securityContext?.seccompProfile?.type === 'Unconfined';
  const bad = withContext(containersOf(spec), (context) => context.seccompProfile?.type === 'Unconfined');
  if (!pod && bad.length === 0) return undefined;
  return {
    reason: 'seccompProfile',
    detail: `${whoOf(pod, bad)} must not set securityContext.seccompProfile.type to "Unconfined"`,
  };
};

export const sysctls: SecurityCheck = (spec) => {
  const bad = (spec.securityContext?.sysctls ?? []).filter(({ name }) => !SYSCTLS.has(name.replaceAll('/', '.')));
  if (bad.length === 0) return undefined;
  return { reason: 'forbidden sysctls', detail: bad.map(({ name }) => name).join(', ') };
};

export const windowsHostProcess: SecurityCheck = (spec) => {
  const pod = spec.securityContext?.windowsOptions?.hostProcess === true;
  const bad = withContext(containersOf(spec), (context) => context.windowsOptions?.hostProcess === true);
  if (!pod && bad.length === 0) return undefined;
  return {
    reason: 'hostProcess',
    detail: `${whoOf(pod, bad)} must not set securityContext.windowsOptions.hostProcess=true`,
  };
};
