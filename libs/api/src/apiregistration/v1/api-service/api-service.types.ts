import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('apiregistration.v1.ServiceReference', { description: 'A service with an API server behind it.' })
export class ServiceReference {
  @Field(1, 'string', { description: 'Namespace of the service.' }) namespace?: string;
  @Field(2, 'string', { description: 'Name of the service.' }) name?: string;
  @Field(3, 'int32', { pointer: true, default: 443, description: 'Port of the service, 1 to 65535. Default: 443.' })
  port?: number;
}

@Struct('apiregistration.v1.APIServiceSpec', { description: 'Which group and version is served, and by whom.' })
export class APIServiceSpec {
  @Field(1, () => ServiceReference, {
    pointer: true,
    description: 'Service of the API server that answers. Absent: this server answers.',
  })
  service?: ServiceReference;
  @Field(2, 'string', { description: 'API group. Empty for the core group, in version v1 only.' }) group?: string;
  @Field(3, 'string', { description: 'Version of the group: `v1`.' }) version?: string;
  @Field(4, 'bool', {
    description: 'Accepts any certificate of the API server. Not recommended; not with `caBundle`. Default: false.',
  })
  insecureSkipTLSVerify?: boolean;
  @Field(5, 'bytes', {
    documentedListType: 'atomic',
    listType: 'atomic',
    description: 'PEM bundle of the CAs that verify the certificate of the API server. Default: those of the system.',
  })
  caBundle?: string;
  @Field(7, 'int32', {
    required: true,
    description:
      'Priority of the group, 1 to 20000: the highest of its versions. Clients prefer groups with higher ones.',
  })
  groupPriorityMinimum: number;
  @Field(8, 'int32', {
    required: true,
    description:
      'Priority of the version in its group, 1 to 1000. Equal ones are sorted by name: stable versions first.',
  })
  versionPriority: number;
}

@Struct('apiregistration.v1.APIServiceCondition', { description: 'One aspect of the state of an API server.' })
export class APIServiceCondition {
  @Field(1, 'string', {
    goType: 'v1.APIServiceConditionType',
    required: true,
    description: 'Which aspect: `Available`.',
  })
  type: string;
  @Field(2, 'string', { goType: 'v1.ConditionStatus', required: true, description: 'True, False or Unknown.' })
  status: string;
  @Field(3, 'time', { description: 'When `status` changed last.' }) lastTransitionTime?: string | null;
  @Field(4, 'string', { description: 'Why, in one CamelCase word.' }) reason?: string;
  @Field(5, 'string', { description: 'Why, for people.' }) message?: string;
}

@Struct('apiregistration.v1.APIServiceStatus', { description: 'State of an API server.' })
export class APIServiceStatus {
  @Field(1, listOf(() => APIServiceCondition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    description: 'Aspects of its state.',
  })
  conditions?: APIServiceCondition[];
}

@Struct('apiregistration.v1.APIService', {
  typeMeta: true,
  description: 'A group and version of the API, served by this server or another one. Its name is `VERSION.GROUP`.',
})
export class APIService extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => APIServiceSpec) spec?: APIServiceSpec;
  @Field(3, () => APIServiceStatus) status?: APIServiceStatus;
}
