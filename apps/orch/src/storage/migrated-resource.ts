import { ApiError, type GroupVersionResource } from '@orch/apimachinery';
import type { Client } from '@orch/client';
import { UserFacingError } from '@orch/process';

interface Definition {
  readonly spec: {
    readonly versions: readonly { readonly name: string; readonly served: boolean; readonly storage: boolean }[];
  };
}

/**
 * The resource in the version to write with: of a custom kind the storage version, which needs no conversion of the answer, else the preferred one.
 * @param name `RESOURCE.GROUP`, or `RESOURCE` of the core group.
 * @throws UserFacingError when it is not served.
 */
export async function migratedResource(client: Client, name: string): Promise<GroupVersionResource> {
  const [resource = '', ...rest] = name.split('.');
  const group = rest.join('.');
  const storage = await storageVersionOf(client, name);
  if (storage !== undefined) return { group, version: storage, resource };
  const found = await client.discovery.find({ group, resource });
  if (found !== undefined) return found;
  throw new UserFacingError(`the server serves no resource "${name}": write it as PLURAL.GROUP`);
}

async function storageVersionOf(client: Client, name: string): Promise<string | undefined> {
  const group = client.vocabulary.groups.apiextensions;
  const path = `/apis/${group}/v1/customresourcedefinitions/${encodeURIComponent(name)}`;
  try {
    const { spec } = JSON.parse(await client.text({ method: 'GET', path })) as Definition;
    const served = spec.versions.filter((version) => version.served);
    return (served.find((version) => version.storage) ?? served[0])?.name;
  } catch (error) {
    if (error instanceof ApiError && error.reason === 'NotFound') return undefined;
    throw error;
  }
}
