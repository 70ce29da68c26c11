import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';

@Struct('core.v1.HostAlias')
export class HostAlias {
  @Field(1, 'string', { required: true }) ip: string;
  @Field(2, listOf('string'), { listType: 'atomic' }) hostnames?: string[];
}

@Struct('core.v1.PodDNSConfigOption')
export class PodDNSConfigOption {
  @Field(1, 'string') name?: string;
  @Field(2, 'string', { pointer: true }) value?: string;
}

@Struct('core.v1.PodDNSConfig')
export class PodDNSConfig {
  @Field(1, listOf('string'), { listType: 'atomic' }) nameservers?: string[];
  @Field(2, listOf('string'), { listType: 'atomic' }) searches?: string[];
  @Field(3, listOf(() => PodDNSConfigOption), { listType: 'atomic' }) options?: PodDNSConfigOption[];
}
