import type { CSIDriver, PersistentVolume, PersistentVolumeClaim, Pod, Volume } from '@orch/api';
import type { ObjectReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';

/**
 * Whether a volume of a pod requires tokens of an audience: a projected token, or the CSI driver of an inline volume or a claim. The
 * empty audience is that of the API server.
 */
export function podHasAudience(
  { metadata, spec }: Pod,
  audience: string,
  reader: ObjectReader,
  { groups }: Pick<Vocabulary, 'groups'>,
): boolean {
  const driverOfClaim = (name: string): string | undefined => {
    const { namespace = '' } = metadata;
    const claim = reader.read({ group: '', resource: 'persistentvolumeclaims' }, namespace, name);
    const volumeName = (claim as PersistentVolumeClaim | undefined)?.spec?.volumeName;
    const volume = volumeName && reader.read({ group: '', resource: 'persistentvolumes' }, '', volumeName);
    return driverOf((volume as PersistentVolume | undefined)?.spec);
  };
  const driverOfVolume = ({ name, ephemeral, persistentVolumeClaim, ...source }: Volume): string | undefined => {
    if (ephemeral) return driverOfClaim(`${metadata.name}-${name}`);
    return persistentVolumeClaim ? driverOfClaim(persistentVolumeClaim.claimName) : driverOf(source);
  };
  const isOfDriver = (name: string | undefined): boolean => {
    const driver = name && reader.read({ group: groups.storage, resource: 'csidrivers' }, '', name);
    const { tokenRequests = [] } = (driver as CSIDriver | undefined)?.spec ?? {};
    return tokenRequests.some((request) => request.audience === audience);
  };
  return (spec?.volumes ?? []).some((volume) => projects(volume, audience) || isOfDriver(driverOfVolume(volume)));
}

const projects = ({ projected }: Volume, audience: string): boolean =>
  projected?.sources?.some(
    ({ serviceAccountToken: token }) => token !== undefined && (token.audience ?? '') === audience,
  ) === true;

/** CSI drivers of migrated in-tree volume plugins. Source: the list of migrated plugins in csi-translation-lib. */
const MIGRATED: Readonly<Record<string, string>> = {
  awsElasticBlockStore: 'ebs.csi.aws.com',
  azureDisk: 'disk.csi.azure.com',
  azureFile: 'file.csi.azure.com',
  cinder: 'cinder.csi.openstack.org',
  gcePersistentDisk: 'pd.csi.storage.gke.io',
  portworxVolume: 'pxd.portworx.com',
  vsphereVolume: 'csi.vsphere.vmware.com',
};

function driverOf(source: object | undefined): string | undefined {
  const { csi } = (source ?? {}) as { readonly csi?: { readonly driver?: string } };
  if (csi) return csi.driver;
  const migrated = Object.keys(source ?? {}).find((field) => Object.hasOwn(MIGRATED, field));
  return migrated === undefined ? undefined : MIGRATED[migrated];
}
