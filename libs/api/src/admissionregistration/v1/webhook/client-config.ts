import { Field, Struct } from '../../../definition/decorators.js';

@Struct('admissionregistration.v1.ServiceReference', { description: 'A service with the webhook.' })
export class ServiceReference {
  @Field(1, 'string', { required: true, description: 'Namespace of the service.' }) namespace: string;
  @Field(2, 'string', { required: true, description: 'Name of the service.' }) name: string;
  @Field(3, 'string', { pointer: true, description: 'Path of the URL of the webhook. Default: `/`.' }) path?: string;
  @Field(4, 'int32', { pointer: true, default: 443, description: 'Port of the service, 1 to 65535. Default: 443.' })
  port?: number;
}

@Struct('admissionregistration.v1.WebhookClientConfig', { description: 'Where a webhook is: a URL, or a service.' })
export class WebhookClientConfig {
  @Field(3, 'string', { pointer: true, description: 'https, without user, query and fragment.' }) url?: string;
  @Field(1, () => ServiceReference, { pointer: true, description: 'Service with the webhook. Not with `url`.' })
  service?: ServiceReference;
  @Field(2, 'bytes', { description: 'PEM bundle of the CAs that verify its certificate.' }) caBundle?: string;
}
