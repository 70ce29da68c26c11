import type { CSIDriver, PersistentVolume, Pod, Volume } from '@orch/api';
import type { SteppedReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { partText, type TextReader } from '../part-text.js';

/** Reads the claims, volumes and drivers of a pod. */
export type AudienceReader = TextReader & Pick<SteppedReader, 'readInSteps'>;

const CLAIMS = { group: '', resource: 'persistentvolumeclaims' };
const VOLUMES = { group: '', resource: 'persistentvolumes' };

/**
 * Whether a volume of a pod requires tokens of an audience: a projected token, or the CSI driver of an inline volume or a claim. The
 * empty audience is that of the API server. Each claim and driver is read once, in a step of its own: users of the namespace choose how many there
 * are and how large.
 */
export function* podHasAudience(
  pod: Pod,
  audience: string,
  reader: AudienceReader,
  { groups }: Pick<Vocabulary, 'groups'>,
): Generator<undefined, boolean> {
  const volumes = pod.spec?.volumes ?? [];
  // Before any claim is read.
  if (volumes.some((volume) => projects(volume, audience))) return true;
  const drivers = new Set<string>();
  for (const driver of volumes.map(driverOfInline)) if (driver) drivers.add(driver);
  for (const claim of new Set(volumes.map((volume) => claimOf(pod, volume)))) {
    if (claim === undefined) continue;
    yield;
    const driver = yield* driverOfClaim(pod.metadata.namespace ?? '', claim, reader);
    if (driver) drivers.add(driver);
  }
  for (const name of drivers) {
    yield;
    const driver = yield* reader.readInSteps({ group: groups.storage, resource: 'csidrivers' }, '', name);
    const { tokenRequests = [] } = (driver as CSIDriver | undefined)?.spec ?? {};
    if (tokenRequests.some((request) => request.audience === audience)) return true;
  }
  return false;
}

/** Name of the claim of a volume; undefined for other volumes. */
function claimOf({ metadata }: Pod, { name, ephemeral, persistentVolumeClaim }: Volume): string | undefined {
  return ephemeral ? `${metadata.name}-${name}` : persistentVolumeClaim?.claimName;
}

const driverOfInline = ({ name: _name, ephemeral, persistentVolumeClaim, ...source }: Volume): string | undefined =>
  ephemeral || persistentVolumeClaim ? undefined : driverOf(source);

function* driverOfClaim(
  namespace: string,
  claim: string,
  reader: AudienceReader,
): Generator<undefined, string | undefined> {
  const volumeName = partText(reader, CLAIMS, namespace, claim, ['spec', 'volumeName']);
  const volume = volumeName && (yield* reader.readInSteps(VOLUMES, '', volumeName));
  return driverOf((volume as PersistentVolume | undefined)?.spec);
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
