import { Field, Struct } from '../../../definition/decorators.js';
import { ObjectFieldSelector, ResourceFieldSelector } from '../field-selectors.js';
import { LocalObjectReference } from '../references.js';

@Struct('core.v1.ConfigMapKeySelector', {
  inline: [{ number: 1, type: () => LocalObjectReference }],
  structType: 'atomic',
  description: 'A key of a ConfigMap.',
})
export class ConfigMapKeySelector extends LocalObjectReference {
  @Field(2, 'string', { required: true, description: 'Key in the ConfigMap.' }) key: string;
  @Field(3, 'bool', { pointer: true, description: 'Whether the ConfigMap or the key may be absent.' })
  optional?: boolean;
}

@Struct('core.v1.SecretKeySelector', {
  inline: [{ number: 1, type: () => LocalObjectReference }],
  structType: 'atomic',
  description: 'A key of a Secret.',
})
export class SecretKeySelector extends LocalObjectReference {
  @Field(2, 'string', { required: true, description: 'Key in the Secret.' }) key: string;
  @Field(3, 'bool', { pointer: true, description: 'Whether the Secret or the key may be absent.' }) optional?: boolean;
}

@Struct('core.v1.FileKeySelector', {
  structType: 'atomic',
  since: 34,
  description: 'A variable in an environment file of a volume.',
})
export class FileKeySelector {
  @Field(1, 'string', { required: true, since: 34, description: 'Name of the volume with the file.' })
  volumeName: string;
  @Field(2, 'string', {
    required: true,
    since: 34,
    description: 'Path of the file in the volume, relative and without `..`.',
  })
  path: string;
  @Field(3, 'string', { required: true, since: 34, description: 'Name of the variable in the file.' }) key: string;
  @Field(4, 'bool', {
    pointer: true,
    default: false,
    since: 34,
    description: 'Whether the file or the variable may be absent. Default: false.',
  })
  optional?: boolean;
}

@Struct('core.v1.EnvVarSource', { description: 'Source of the value of an environment variable. Exactly one is set.' })
export class EnvVarSource {
  @Field(1, () => ObjectFieldSelector, {
    pointer: true,
    description: 'A field of the pod: its name, namespace, labels, annotations, node, addresses or service account.',
  })
  fieldRef?: ObjectFieldSelector;
  @Field(2, () => ResourceFieldSelector, { pointer: true, description: 'A resource limit or request of a container.' })
  resourceFieldRef?: ResourceFieldSelector;
  @Field(3, () => ConfigMapKeySelector, {
    pointer: true,
    description: 'A key of a ConfigMap in the namespace of the pod.',
  })
  configMapKeyRef?: ConfigMapKeySelector;
  @Field(4, () => SecretKeySelector, { pointer: true, description: 'A key of a Secret in the namespace of the pod.' })
  secretKeyRef?: SecretKeySelector;
  @Field(5, () => FileKeySelector, {
    pointer: true,
    featureGate: 'EnvFiles',
    since: 34,
    description: 'A variable in a file of a volume.',
  })
  fileKeyRef?: FileKeySelector;
}

@Struct('core.v1.EnvVar', { description: 'An environment variable of a container.' })
export class EnvVar {
  @Field(1, 'string', { required: true, description: 'Name of the variable.' }) name: string;
  @Field(2, 'string', {
    description:
      'Value. `$(NAME)` is replaced by the variable of that name defined before; `$$(NAME)` is the literal `$(NAME)`. Default: empty.',
  })
  value?: string;
  @Field(3, () => EnvVarSource, { pointer: true, description: 'Source of the value; only without `value`.' })
  valueFrom?: EnvVarSource;
}

@Struct('core.v1.ConfigMapEnvSource', {
  inline: [{ number: 1, type: () => LocalObjectReference }],
  description: 'All keys of a ConfigMap as environment variables.',
})
export class ConfigMapEnvSource extends LocalObjectReference {
  @Field(2, 'bool', { pointer: true, description: 'Whether the ConfigMap may be absent.' }) optional?: boolean;
}

@Struct('core.v1.SecretEnvSource', {
  inline: [{ number: 1, type: () => LocalObjectReference }],
  description: 'All keys of a Secret as environment variables.',
})
export class SecretEnvSource extends LocalObjectReference {
  @Field(2, 'bool', { pointer: true, description: 'Whether the Secret may be absent.' }) optional?: boolean;
}

@Struct('core.v1.EnvFromSource', { description: 'A source of several environment variables.' })
export class EnvFromSource {
  @Field(1, 'string', { description: 'Prepended to each key.' }) prefix?: string;
  @Field(2, () => ConfigMapEnvSource, { pointer: true, description: 'A ConfigMap with the variables.' })
  configMapRef?: ConfigMapEnvSource;
  @Field(3, () => SecretEnvSource, { pointer: true, description: 'A Secret with the variables.' })
  secretRef?: SecretEnvSource;
}
