import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';

@Struct('core.v1.Taint', { description: 'A mark on a node: pods that do not tolerate it stay away.' })
export class Taint {
  @Field(1, 'string', { required: true, description: 'Key of the taint.' }) key: string;
  @Field(2, 'string', { description: 'Value of the taint.' }) value?: string;
  @Field(3, enumOf('NoSchedule', 'PreferNoSchedule', 'NoExecute'), {
    goType: 'v1.TaintEffect',
    required: true,
    description: 'NoSchedule keeps new pods away, PreferNoSchedule tries to, NoExecute also evicts running ones.',
  })
  effect: string;
  @Field(4, 'time', { pointer: true, description: 'When the taint was added.' }) timeAdded?: string;
}

@Struct('core.v1.ConfigMapNodeConfigSource', {
  description: 'A key of a ConfigMap with the configuration of a node. No longer supported.',
})
export class ConfigMapNodeConfigSource {
  @Field(1, 'string', { required: true, description: 'Namespace of the ConfigMap.' }) namespace: string;
  @Field(2, 'string', { required: true, description: 'Name of the ConfigMap.' }) name: string;
  @Field(3, 'string', { goType: 'types.UID', description: 'UID of the ConfigMap; in the status only.' }) uid?: string;
  @Field(4, 'string', { description: 'Resource version of the ConfigMap; in the status only.' })
  resourceVersion?: string;
  @Field(5, 'string', { required: true, description: 'Key with the configuration of the node agent.' })
  kubeletConfigKey: string;
}

@Struct('core.v1.NodeConfigSource', { description: 'Source of the configuration of a node. No longer supported.' })
export class NodeConfigSource {
  @Field(2, () => ConfigMapNodeConfigSource, { pointer: true, description: 'A key of a ConfigMap.' })
  configMap?: ConfigMapNodeConfigSource;
}

@Struct('core.v1.NodeSpec', { description: 'Properties of a Node.' })
export class NodeSpec {
  @Field(1, 'string', { description: "IP range of the node's pods." }) podCIDR?: string;
  @Field(7, listOf('string'), {
    listType: 'set',
    patchStrategy: 'merge',
    description: "IP ranges of the node's pods, one per IP family. The first is `podCIDR`.",
  })
  podCIDRs?: string[];
  @Field(3, 'string', { description: 'Identifier of the node at its cloud provider: `PROVIDER://ID`.' })
  providerID?: string;
  @Field(4, 'bool', { description: 'Whether new pods are kept away.' }) unschedulable?: boolean;
  @Field(5, listOf(() => Taint), { listType: 'atomic', description: 'Taints of the node.' }) taints?: Taint[];
  @Field(6, () => NodeConfigSource, {
    pointer: true,
    description: 'Source of the configuration of the node. No longer supported.',
  })
  configSource?: NodeConfigSource;
  @Field(2, 'string', { description: 'Deprecated and ignored.' }) externalID?: string;
}
