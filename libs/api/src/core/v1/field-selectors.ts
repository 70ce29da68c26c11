import { Field, Struct } from '../../definition/decorators.js';

@Struct('core.v1.ObjectFieldSelector', { structType: 'atomic', description: 'A field of the pod.' })
export class ObjectFieldSelector {
  @Field(1, 'string', { default: 'v1', description: 'API version in which the path is written. Default: v1.' })
  apiVersion?: string;
  @Field(2, 'string', { required: true, description: "Path of the field: `metadata.labels['app']`." })
  fieldPath: string;
}

@Struct('core.v1.ResourceFieldSelector', {
  structType: 'atomic',
  description: 'A resource limit or request of a container.',
})
export class ResourceFieldSelector {
  @Field(1, 'string', {
    description: 'Container. Required for volumes; default for environment variables: the container itself.',
  })
  containerName?: string;
  @Field(2, 'string', { required: true, description: '`limits.cpu`, `requests.memory` and so on.' }) resource: string;
  @Field(3, 'quantity', { default: '0', description: 'Unit of the result. Default: 1.' }) divisor?: string;
}
