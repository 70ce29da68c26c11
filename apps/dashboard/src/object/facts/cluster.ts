import { type ApiObject, at, listAt, textAt } from '../../api/object';
import { formatAge } from '../../ui/age';
import { type Fact, stated } from './fact';
import { selectorFacts } from './selectors';

export function namespaceFacts(object: ApiObject): Fact[] {
  const phase = textAt(object, 'status', 'phase');
  return stated([
    { label: 'Phase', value: phase, tone: phase === 'Active' ? 'good' : 'warn' },
    { label: 'Finalizers', value: listAt(object, 'spec', 'finalizers').join(', ') },
  ]);
}

export function nodeFacts(object: ApiObject): Fact[] {
  const cordoned = at(object, 'spec', 'unschedulable') === true;
  const taints = listAt(object, 'spec', 'taints').map(
    (taint) => `${textAt(taint, 'key')}=${textAt(taint, 'value')}:${textAt(taint, 'effect')}`,
  );
  return stated([
    { label: 'Scheduling', value: cordoned ? 'cordoned' : 'enabled', tone: cordoned ? 'warn' : 'good' },
    {
      label: 'Pods',
      value: 'List the pods on it',
      list: { resource: 'pods', namespace: '', fields: `spec.nodeName=${object.metadata.name}` },
    },
    { label: 'Taints', value: taints.join(', ') },
    { label: 'Kubelet', value: textAt(object, 'status', 'nodeInfo', 'kubeletVersion') },
    {
      label: 'Capacity',
      value: ['cpu', 'memory', 'pods']
        .map((name) => `${name} ${textAt(object, 'status', 'capacity', name)}`)
        .join(', '),
    },
  ]);
}

/** The holder of a lease, and whether it still renews it. */
export function leaseFacts(object: ApiObject): Fact[] {
  const renewed = textAt(object, 'spec', 'renewTime');
  const seconds = Number(at(object, 'spec', 'leaseDurationSeconds') ?? 0);
  const isExpired = renewed !== '' && Date.now() - Date.parse(renewed) > seconds * 1_000;
  return stated([
    { label: 'Holder', value: textAt(object, 'spec', 'holderIdentity') || 'none' },
    {
      label: 'Renewed',
      value: renewed === '' ? 'never' : `${formatAge(renewed)} ago`,
      tone: isExpired ? 'warn' : 'good',
    },
    { label: 'Duration', value: seconds === 0 ? '' : `${seconds}s` },
    { label: 'Transitions', value: textAt(object, 'spec', 'leaseTransitions') },
  ]);
}

export function serviceFacts(object: ApiObject): Fact[] {
  const ports = listAt(object, 'spec', 'ports').map(
    (port) => `${textAt(port, 'port')}/${textAt(port, 'protocol') || 'TCP'} → ${textAt(port, 'targetPort')}`,
  );
  return stated([
    { label: 'Type', value: textAt(object, 'spec', 'type') },
    { label: 'Address', value: textAt(object, 'spec', 'clusterIP') },
    { label: 'Ports', value: ports.join(', ') },
    ...selectorFacts(object),
  ]);
}

export function claimFacts(object: ApiObject): Fact[] {
  const volume = textAt(object, 'spec', 'volumeName');
  const storageClass = textAt(object, 'spec', 'storageClassName');
  const phase = textAt(object, 'status', 'phase');
  return stated([
    { label: 'Phase', value: phase, tone: phase === 'Bound' ? 'good' : 'warn' },
    { label: 'Requested', value: textAt(object, 'spec', 'resources', 'requests', 'storage') },
    { label: 'Volume', value: volume, link: { resource: 'persistentvolumes', namespace: '', name: volume } },
    {
      label: 'Storage class',
      value: storageClass,
      link: { resource: 'storageclasses', namespace: '', name: storageClass },
    },
    { label: 'Access modes', value: listAt(object, 'spec', 'accessModes').join(', ') },
  ]);
}

export function volumeFacts(object: ApiObject): Fact[] {
  const claim = at(object, 'spec', 'claimRef');
  const phase = textAt(object, 'status', 'phase');
  const [namespace, name] = [textAt(claim, 'namespace'), textAt(claim, 'name')];
  return stated([
    { label: 'Phase', value: phase, tone: phase === 'Failed' ? 'bad' : phase === 'Released' ? 'warn' : 'good' },
    { label: 'Capacity', value: textAt(object, 'spec', 'capacity', 'storage') },
    {
      label: 'Claim',
      value: name === '' ? '' : `${namespace}/${name}`,
      link: { resource: 'persistentvolumeclaims', namespace, name },
    },
    { label: 'When released', value: textAt(object, 'spec', 'persistentVolumeReclaimPolicy') },
    { label: 'Storage class', value: textAt(object, 'spec', 'storageClassName') },
  ]);
}
