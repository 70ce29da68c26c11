import { Field, Struct } from '../../definition/decorators.js';

@Struct('core.v1.ObjectFieldSelector', { structType: 'atomic' })
export class ObjectFieldSelector {
  @Field(1, 'string', { default: 'v1' }) apiVersion?: string;
  @Field(2, 'string', { required: true }) fieldPath: string;
}

@Struct('core.v1.ResourceFieldSelector', { structType: 'atomic' })
export class ResourceFieldSelector {
  @Field(1, 'string') containerName?: string;
  @Field(2, 'string', { required: true }) resource: string;
  @Field(3, 'quantity', { default: '0' }) divisor?: string;
}
