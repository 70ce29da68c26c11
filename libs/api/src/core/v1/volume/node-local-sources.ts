import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, openEnumOf } from '../../../definition/field-type.js';

@Struct('core.v1.HostPathVolumeSource', { description: 'A file or directory of the node.' })
export class HostPathVolumeSource {
  @Field(1, 'string', { required: true, description: 'Path on the node.' }) path: string;
  @Field(
    2,
    enumOf('', 'DirectoryOrCreate', 'Directory', 'FileOrCreate', 'File', 'Socket', 'CharDevice', 'BlockDevice'),
    {
      goType: 'v1.HostPathType',
      pointer: true,
      default: '',
      description:
        'What must be at the path: empty (not checked), Directory, DirectoryOrCreate, File, FileOrCreate, Socket, CharDevice or BlockDevice.',
    },
  )
  type?: string;
}

@Struct('core.v1.EmptyDirVolumeSource', { description: 'An empty directory that lives as long as the pod.' })
export class EmptyDirVolumeSource {
  @Field(1, openEnumOf('', 'Memory', 'HugePages', 'HugePages-'), {
    goType: 'v1.StorageMedium',
    description: 'Storage: empty (that of the node), Memory, HugePages or HugePages-SIZE.',
  })
  medium?: string;
  @Field(2, 'quantity', { pointer: true, description: 'Maximum size. Default: no limit.' }) sizeLimit?: string;
}

@Struct('core.v1.GitRepoVolumeSource', {
  description: 'A clone of a Git repository. Deprecated: clone in an init container.',
})
export class GitRepoVolumeSource {
  @Field(1, 'string', { required: true, description: 'URL of the repository.' }) repository: string;
  @Field(2, 'string', { description: 'Commit of the revision.' }) revision?: string;
  @Field(3, 'string', { description: 'Directory for the clone, without `..`. Default: the name of the repository.' })
  directory?: string;
}

@Struct('core.v1.LocalVolumeSource', { description: 'A disk or directory of one node.' })
export class LocalVolumeSource {
  @Field(1, 'string', { required: true, description: 'Path of the disk, partition or directory on the node.' })
  path: string;
  @Field(2, 'string', {
    pointer: true,
    description: 'Type of the file system, for a disk. Default: chosen by the node.',
  })
  fsType?: string;
}

@Struct('core.v1.ImageVolumeSource', { since: 31, description: 'The content of an image or other OCI artifact.' })
export class ImageVolumeSource {
  @Field(1, 'string', { since: 31, description: 'Reference of the image.' }) reference?: string;
  @Field(2, enumOf('Always', 'Never', 'IfNotPresent'), {
    goType: 'v1.PullPolicy',
    since: 31,
    description: 'Always, Never or IfNotPresent. Default: Always for the tag `latest`, otherwise IfNotPresent.',
  })
  pullPolicy?: string;
}
