import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';

@Struct('apiextensions.v1.ServiceReference', { description: 'A service with the webhook.' })
export class ServiceReference {
  @Field(1, 'string', { required: true, description: 'Namespace of the service.' }) namespace: string;
  @Field(2, 'string', { required: true, description: 'Name of the service.' }) name: string;
  @Field(3, 'string', { pointer: true, description: 'Path of the URL of the webhook. Default: `/`.' }) path?: string;
  @Field(4, 'int32', { pointer: true, default: 443, description: 'Port of the service, 1 to 65535. Default: 443.' })
  port?: number;
}

@Struct('apiextensions.v1.WebhookClientConfig', { description: 'Where a webhook is: a URL, or a service.' })
export class WebhookClientConfig {
  @Field(3, 'string', { pointer: true, description: 'https, without user, query and fragment.' }) url?: string;
  @Field(1, () => ServiceReference, { pointer: true, description: 'Service with the webhook. Not with `url`.' })
  service?: ServiceReference;
  @Field(2, 'bytes', {
    description: 'PEM bundle of the CAs that verify its certificate. Default: those of the system.',
  })
  caBundle?: string;
}

@Struct('apiextensions.v1.WebhookConversion', { description: 'A webhook that converts objects between versions.' })
export class WebhookConversion {
  @Field(2, () => WebhookClientConfig, { pointer: true, description: 'Where the webhook is.' })
  clientConfig?: WebhookClientConfig;
  @Field(3, listOf('string'), {
    required: true,
    listType: 'atomic',
    description: 'Versions of ConversionReview that the webhook understands; the first that the server knows is used.',
  })
  conversionReviewVersions: string[] | null;
}

@Struct('apiextensions.v1.CustomResourceConversion', {
  description: 'How objects are converted between the versions of a definition.',
})
export class CustomResourceConversion {
  @Field(1, 'string', {
    goType: 'v1.ConversionStrategyType',
    required: true,
    description: '`None`: only apiVersion changes. `Webhook`: a webhook converts.',
  })
  strategy: string;
  @Field(2, () => WebhookConversion, { pointer: true, description: 'The webhook. Required by the strategy `Webhook`.' })
  webhook?: WebhookConversion;
}
