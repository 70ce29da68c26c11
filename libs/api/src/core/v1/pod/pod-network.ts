import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';

@Struct('core.v1.HostAlias', { description: 'An IP address and names for it in `/etc/hosts`.' })
export class HostAlias {
  @Field(1, 'string', { required: true, description: 'IP address of the entry.' }) ip: string;
  @Field(2, listOf('string'), { listType: 'atomic', description: 'Names of the address.' }) hostnames?: string[];
}

@Struct('core.v1.PodDNSConfigOption', { description: 'An option of the DNS resolver.' })
export class PodDNSConfigOption {
  @Field(1, 'string', { description: 'Name of the option; required.' }) name?: string;
  @Field(2, 'string', { pointer: true, description: 'Value of the option, if it has one.' }) value?: string;
}

@Struct('core.v1.PodDNSConfig', { description: 'DNS settings of a pod, merged into those of its DNS policy.' })
export class PodDNSConfig {
  @Field(1, listOf('string'), {
    listType: 'atomic',
    description: 'IP addresses of name servers, appended to those of the policy.',
  })
  nameservers?: string[];
  @Field(2, listOf('string'), { listType: 'atomic', description: 'Search domains, appended to those of the policy.' })
  searches?: string[];
  @Field(3, listOf(() => PodDNSConfigOption), {
    listType: 'atomic',
    description: 'Resolver options; they override those of the policy.',
  })
  options?: PodDNSConfigOption[];
}
