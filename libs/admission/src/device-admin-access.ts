import type { DeviceClaim } from '@orch/api';
import { ApiError, type ApiObject, fieldError, FieldPath } from '@orch/apimachinery';
import type { AdmissionAttributes, LabelReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from './admission-plugin.js';

/** Where claims, and templates of claims, have their devices. */
const DEVICES: ReadonlyMap<string, readonly string[]> = new Map([
  ['resourceclaims', ['spec', 'devices']],
  ['resourceclaimtemplates', ['spec', 'spec', 'devices']],
]);

/** Path of the requests in the error, of templates and all versions of claims, as kube-apiserver names it. */
const REQUESTS = FieldPath.of('spec', 'devices', 'requests');

/** Release that renamed the label. */
const RENAMED = 34;

/**
 * Access for administrators may be requested only in namespaces with the label for it. kube-apiserver checks this outside of its plugins: it
 * cannot be disabled. Updates are not checked, since requests cannot be changed.
 */
export const deviceAdminAccess = (
  reader: LabelReader,
  { groups, labels }: Vocabulary,
  emulatedMinor: number,
): AdmissionPlugin => ({
  name: 'DeviceAdminAccess',
  handles: ({ operation, subresource, definition: { gvr } }) =>
    operation === 'CREATE' && subresource === '' && gvr.group === groups.resource && DEVICES.has(gvr.resource),
  validate: (a) => {
    const path = DEVICES.get(a.definition.gvr.resource)!;
    const at = claimOf(a, path)?.requests?.findIndex(({ exactly }) => exactly?.adminAccess === true) ?? -1;
    if (at < 0) return;
    const found = reader.labelsOf({ group: '', resource: 'namespaces' }, '', a.namespace);
    const label = emulatedMinor < RENAMED ? labels.olderDeviceAdminAccess : labels.deviceAdminAccess;
    if (found?.[label] === 'true') return;
    const why = `admin access to devices requires the \`${label}: true\` label on the containing namespace`;
    const { group, kind } = a.definition.gvk;
    throw ApiError.invalid({ group, kind, name: a.name }, [
      fieldError.forbidden(REQUESTS.index(at).child('adminAccess'), why),
    ]);
  },
});

/** In the stored form, as validation sees it: older versions have the access elsewhere. */
function claimOf({ definition: { conversion }, object }: AdmissionAttributes, path: readonly string[]) {
  const stored: ApiObject = conversion?.toStored(object!) ?? object!;
  return path.reduce<unknown>((value, field) => (value as Record<string, unknown> | undefined)?.[field], stored) as
    | DeviceClaim
    | undefined;
}
