import { TypedLocalObjectReference } from '../../../core/v1/references.js';
import { Field, Struct } from '../../../definition/decorators.js';

@Struct('networking.v1.ServiceBackendPort', { structType: 'atomic' })
export class ServiceBackendPort {
  @Field(1, 'string') name?: string;
  @Field(2, 'int32') number?: number;
}

@Struct('networking.v1.IngressServiceBackend')
export class IngressServiceBackend {
  @Field(1, 'string', { required: true }) name: string;
  @Field(2, () => ServiceBackendPort) port?: ServiceBackendPort;
}

@Struct('networking.v1.IngressBackend')
export class IngressBackend {
  @Field(4, () => IngressServiceBackend, { pointer: true }) service?: IngressServiceBackend;
  @Field(3, () => TypedLocalObjectReference, { pointer: true }) resource?: TypedLocalObjectReference;
}
