import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf } from '../../../definition/field-type.js';

@Struct('core.v1.HostPathVolumeSource')
export class HostPathVolumeSource {
  @Field(1, 'string', { required: true }) path: string;
  @Field(
    2,
    enumOf('', 'DirectoryOrCreate', 'Directory', 'FileOrCreate', 'File', 'Socket', 'CharDevice', 'BlockDevice'),
    { goType: 'v1.HostPathType', pointer: true, default: '' },
  )
  type?: string;
}

@Struct('core.v1.EmptyDirVolumeSource')
export class EmptyDirVolumeSource {
  @Field(1, enumOf('', 'Memory', 'HugePages', 'HugePages-'), { goType: 'v1.StorageMedium' }) medium?: string;
  @Field(2, 'quantity', { pointer: true }) sizeLimit?: string;
}

@Struct('core.v1.GitRepoVolumeSource')
export class GitRepoVolumeSource {
  @Field(1, 'string', { required: true }) repository: string;
  @Field(2, 'string') revision?: string;
  @Field(3, 'string') directory?: string;
}

@Struct('core.v1.LocalVolumeSource')
export class LocalVolumeSource {
  @Field(1, 'string', { required: true }) path: string;
  @Field(2, 'string', { pointer: true }) fsType?: string;
}

@Struct('core.v1.ImageVolumeSource', { since: 31 })
export class ImageVolumeSource {
  @Field(1, 'string', { since: 31 }) reference?: string;
  @Field(2, enumOf('Always', 'Never', 'IfNotPresent'), { goType: 'v1.PullPolicy', since: 31 }) pullPolicy?: string;
}
