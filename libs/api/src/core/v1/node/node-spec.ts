import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';

@Struct('core.v1.Taint')
export class Taint {
  @Field(1, 'string', { required: true }) key: string;
  @Field(2, 'string') value?: string;
  @Field(3, enumOf('NoSchedule', 'PreferNoSchedule', 'NoExecute'), { goType: 'v1.TaintEffect', required: true })
  effect: string;
  @Field(4, 'time', { pointer: true }) timeAdded?: string;
}

@Struct('core.v1.ConfigMapNodeConfigSource')
export class ConfigMapNodeConfigSource {
  @Field(1, 'string', { required: true }) namespace: string;
  @Field(2, 'string', { required: true }) name: string;
  @Field(3, 'string', { goType: 'types.UID' }) uid?: string;
  @Field(4, 'string') resourceVersion?: string;
  @Field(5, 'string', { required: true }) kubeletConfigKey: string;
}

@Struct('core.v1.NodeConfigSource')
export class NodeConfigSource {
  @Field(2, () => ConfigMapNodeConfigSource, { pointer: true }) configMap?: ConfigMapNodeConfigSource;
}

@Struct('core.v1.NodeSpec')
export class NodeSpec {
  @Field(1, 'string') podCIDR?: string;
  @Field(7, listOf('string'), { listType: 'set', patchStrategy: 'merge' }) podCIDRs?: string[];
  @Field(3, 'string') providerID?: string;
  @Field(4, 'bool') unschedulable?: boolean;
  @Field(5, listOf(() => Taint), { listType: 'atomic' }) taints?: Taint[];
  @Field(6, () => NodeConfigSource, { pointer: true }) configSource?: NodeConfigSource;
  @Field(2, 'string') externalID?: string;
}
