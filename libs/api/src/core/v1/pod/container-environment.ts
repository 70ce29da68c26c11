import { Field, Struct } from '../../../definition/decorators.js';
import { ObjectFieldSelector, ResourceFieldSelector } from '../field-selectors.js';
import { LocalObjectReference } from '../references.js';

@Struct('core.v1.ConfigMapKeySelector', {
  inline: [{ number: 1, type: () => LocalObjectReference }],
  structType: 'atomic',
})
export class ConfigMapKeySelector extends LocalObjectReference {
  @Field(2, 'string', { required: true }) key: string;
  @Field(3, 'bool', { pointer: true }) optional?: boolean;
}

@Struct('core.v1.SecretKeySelector', {
  inline: [{ number: 1, type: () => LocalObjectReference }],
  structType: 'atomic',
})
export class SecretKeySelector extends LocalObjectReference {
  @Field(2, 'string', { required: true }) key: string;
  @Field(3, 'bool', { pointer: true }) optional?: boolean;
}

@Struct('core.v1.FileKeySelector', { structType: 'atomic', since: 34 })
export class FileKeySelector {
  @Field(1, 'string', { required: true, since: 34 }) volumeName: string;
  @Field(2, 'string', { required: true, since: 34 }) path: string;
  @Field(3, 'string', { required: true, since: 34 }) key: string;
  @Field(4, 'bool', { pointer: true, default: false, since: 34 }) optional?: boolean;
}

@Struct('core.v1.EnvVarSource')
export class EnvVarSource {
  @Field(1, () => ObjectFieldSelector, { pointer: true }) fieldRef?: ObjectFieldSelector;
  @Field(2, () => ResourceFieldSelector, { pointer: true }) resourceFieldRef?: ResourceFieldSelector;
  @Field(3, () => ConfigMapKeySelector, { pointer: true }) configMapKeyRef?: ConfigMapKeySelector;
  @Field(4, () => SecretKeySelector, { pointer: true }) secretKeyRef?: SecretKeySelector;
  @Field(5, () => FileKeySelector, { pointer: true, featureGate: 'EnvFiles', since: 34 }) fileKeyRef?: FileKeySelector;
}

@Struct('core.v1.EnvVar')
export class EnvVar {
  @Field(1, 'string', { required: true }) name: string;
  @Field(2, 'string') value?: string;
  @Field(3, () => EnvVarSource, { pointer: true }) valueFrom?: EnvVarSource;
}

@Struct('core.v1.ConfigMapEnvSource', { inline: [{ number: 1, type: () => LocalObjectReference }] })
export class ConfigMapEnvSource extends LocalObjectReference {
  @Field(2, 'bool', { pointer: true }) optional?: boolean;
}

@Struct('core.v1.SecretEnvSource', { inline: [{ number: 1, type: () => LocalObjectReference }] })
export class SecretEnvSource extends LocalObjectReference {
  @Field(2, 'bool', { pointer: true }) optional?: boolean;
}

@Struct('core.v1.EnvFromSource')
export class EnvFromSource {
  @Field(1, 'string') prefix?: string;
  @Field(2, () => ConfigMapEnvSource, { pointer: true }) configMapRef?: ConfigMapEnvSource;
  @Field(3, () => SecretEnvSource, { pointer: true }) secretRef?: SecretEnvSource;
}
