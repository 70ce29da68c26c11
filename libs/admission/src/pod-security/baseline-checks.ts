import {
  containersOf,
  namesOf,
  plural,
  quoted,
  quotedSorted,
  settersOf,
  withContext,
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

export const baselineCapabilities: SecurityCheck = ({ spec }) => {
  const added = ({ securityContext }: CheckedContainer): string[] =>
    (securityContext?.capabilities?.add ?? []).filter((capability) => !CAPABILITIES.has(capability));
  const bad = containersOf(spec).filter((container) => added(container).length > 0);
  if (bad.length === 0) return undefined;
  const names = quotedSorted(bad.flatMap(added));
  return {
    reason: 'non-default capabilities',
    detail: `${namesOf(bad)} must not include ${names} in securityContext.capabilities.add`,
  };
};

export const hostNamespaces: SecurityCheck = ({ spec }) => {
  const used = (['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((name) => spec[name]);
  if (used.length === 0) return undefined;
  return { reason: 'host namespaces', detail: used.map((name) => `${name}=true`).join(', ') };
};

export const hostPathVolumes: SecurityCheck = ({ spec }) => {
  const bad = (spec.volumes ?? []).filter(({ hostPath }) => hostPath);
  if (bad.length === 0) return undefined;
  const names = quoted(bad.map(({ name }) => name));
  return { reason: 'hostPath volumes', detail: `${plural('volume', bad.length)} ${names}` };
};

export const hostPorts: SecurityCheck = ({ spec }) => {
  const portsOf = ({ ports = [] }: CheckedContainer): string[] =>
    ports.flatMap(({ hostPort }) => (hostPort ? String(hostPort) : []));
  const bad = containersOf(spec).filter((container) => portsOf(container).length > 0);
  if (bad.length === 0) return undefined;
  const ports = [...new Set(bad.flatMap(portsOf))].sort();
  const use = bad.length === 1 ? 'uses' : 'use';
  return {
    reason: 'hostPort',
    detail: `${namesOf(bad)} ${use} ${plural('hostPort', ports.length)} ${ports.join(', ')}`,
  };
};

/** Node agents would send requests to any host that a probe or a hook names. */
export const hostProbes: SecurityCheck = ({ spec }) => {
  const hostsOf = ({ livenessProbe, readinessProbe, startupProbe, lifecycle }: CheckedContainer): string[] =>
    [livenessProbe, readinessProbe, startupProbe, lifecycle?.postStart, lifecycle?.preStop].flatMap((action) =>
      [action?.httpGet?.host ?? '', action?.tcpSocket?.host ?? ''].filter((host) => host !== ''),
    );
  const bad = containersOf(spec).filter((container) => hostsOf(container).length > 0);
  if (bad.length === 0) return undefined;
  const names = new Set(bad.map(({ name }) => name));
  const hosts = new Set(bad.flatMap(hostsOf));
  const use = names.size === 1 ? 'uses' : 'use';
  return {
    reason: 'probe or lifecycle host',
    detail:
      `${plural('container', names.size)} ${quotedSorted([...names])} ${use} ` +
      `${plural('probe or lifecycle host', hosts.size)} ${quotedSorted([...hosts])}`,
  };
};

export const privileged: SecurityCheck = ({ spec }) => {
  const bad = withContext(spec, (context) => context.privileged === true);
  if (bad.length === 0) return undefined;
  return { reason: 'privileged', detail: `${namesOf(bad)} must not set securityContext.privileged=true` };
};

export const procMount: SecurityCheck = ({ spec }) => {
  const bad = withContext(spec, (context) => (context.procMount ?? 'Default') !== 'Default');
  if (bad.length === 0) return undefined;
  const types = quotedSorted(bad.map(({ securityContext }) => securityContext!.procMount!));
  return { reason: 'procMount', detail: `${namesOf(bad)} must not set securityContext.procMount to ${types}` };
};

type SeLinuxOptions = NonNullable<ContainerSecurity['seLinuxOptions']>;

/** @param types allowed in addition to the empty one. */
export const seLinuxOptions =
  (...types: readonly string[]): SecurityCheck =>
  ({ spec }) => {
    const allowed = new Set(['', ...types]);
    const isBad = (options?: SeLinuxOptions): boolean =>
      options !== undefined && (!allowed.has(options.type ?? '') || Boolean(options.user) || Boolean(options.role));
    const ofPod = spec.securityContext?.seLinuxOptions;
    const containers = withContext(spec, (context) => isBad(context.seLinuxOptions));
    const setters = settersOf(isBad(ofPod), containers);
    if (setters === '') return undefined;
    const all = [ofPod, ...containers.map(({ securityContext }) => securityContext!.seLinuxOptions)];
    const bad = all.filter((options) => options !== undefined).filter(isBad);
    const badTypes = [...new Set(bad.map(({ type = '' }) => type).filter((type) => !allowed.has(type)))];
    const faults = [
      ...(badTypes.length > 0 ? [`${plural('type', badTypes.length)} ${quotedSorted(badTypes)}`] : []),
      ...(bad.some(({ user }) => user) ? ['user may not be set'] : []),
      ...(bad.some(({ role }) => role) ? ['role may not be set'] : []),
    ];
    return {
      reason: 'seLinuxOptions',
      detail: `${setters} set forbidden securityContext.seLinuxOptions: ${faults.join('; ')}`,
    };
  };

/** @param names that are allowed. */
export const sysctls =
  (...names: readonly string[]): SecurityCheck =>
  ({ spec }) => {
    const bad = (spec.securityContext?.sysctls ?? []).filter(({ name }) => !names.includes(name));
    if (bad.length === 0) return undefined;
    return { reason: 'forbidden sysctls', detail: bad.map(({ name }) => name).join(', ') };
  };

export const windowsHostProcess: SecurityCheck = ({ spec }) => {
  const pod = spec.securityContext?.windowsOptions?.hostProcess === true;
  const bad = withContext(spec, (context) => context.windowsOptions?.hostProcess === true);
  if (!pod && bad.length === 0) return undefined;
  return {
    reason: 'hostProcess',
    detail: `${settersOf(pod, bad)} must not set securityContext.windowsOptions.hostProcess=true`,
  };
};
