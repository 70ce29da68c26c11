import { Field, Struct } from '../../../definition/decorators.js';

@Struct('admissionregistration.v1.ServiceReference')
export class ServiceReference {
  @Field(1, 'string', { required: true }) namespace: string;
  @Field(2, 'string', { required: true }) name: string;
  @Field(3, 'string', { pointer: true, description: 'Default: /' }) path?: string;
  @Field(4, 'int32', { pointer: true, default: 443 }) port?: number;
}

@Struct('admissionregistration.v1.WebhookClientConfig', { description: 'Where a webhook is: a URL, or a service.' })
export class WebhookClientConfig {
  @Field(3, 'string', { pointer: true, description: 'https, without user, query and fragment.' }) url?: string;
  @Field(1, () => ServiceReference, { pointer: true }) service?: ServiceReference;
  @Field(2, 'bytes', { description: 'PEM bundle of the CAs that verify its certificate.' }) caBundle?: string;
}
