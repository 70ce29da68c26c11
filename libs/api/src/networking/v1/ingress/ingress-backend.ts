import { TypedLocalObjectReference } from '../../../core/v1/references.js';
import { Field, Struct } from '../../../definition/decorators.js';

@Struct('networking.v1.ServiceBackendPort', {
  structType: 'atomic',
  description: 'A port of a service, by name or number.',
})
export class ServiceBackendPort {
  @Field(1, 'string', { description: 'Name of the port. Not with `number`.' }) name?: string;
  @Field(2, 'int32', { description: 'Number of the port. Not with `name`.' }) number?: number;
}

@Struct('networking.v1.IngressServiceBackend', { description: 'A service that answers requests.' })
export class IngressServiceBackend {
  @Field(1, 'string', { required: true, description: 'Name of the service in the namespace of the Ingress.' })
  name: string;
  @Field(2, () => ServiceBackendPort, { description: 'Port of the service.' }) port?: ServiceBackendPort;
}

@Struct('networking.v1.IngressBackend', { description: 'What answers requests: a service or another resource.' })
export class IngressBackend {
  @Field(4, () => IngressServiceBackend, { pointer: true, description: 'A service. Not with `resource`.' })
  service?: IngressServiceBackend;
  @Field(3, () => TypedLocalObjectReference, {
    pointer: true,
    description: 'An object in the namespace of the Ingress. Not with `service`.',
  })
  resource?: TypedLocalObjectReference;
}
