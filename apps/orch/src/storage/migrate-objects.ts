import { ApiError, type GroupVersionResource } from '@orch/apimachinery';
import type { Client, HasMetadata } from '@orch/client';
import { UserFacingError } from '@orch/process';

/** What became of the objects so far. */
export interface MigrationCounts {
  /** Written again in the storage version. */
  readonly rewritten: number;
  /** Stored in it already. */
  readonly unchanged: number;
  /** Written by others since they were listed, so stored in it too. */
  readonly changed: number;
  /** Deleted since they were listed. */
  readonly deleted: number;
}

export interface MigrationOptions {
  /** Objects of one page. */
  readonly pageSize: number;
  /** Concurrent writes. */
  readonly concurrency: number;
  /** Where an earlier run stopped. Default: at the first object. */
  readonly continueToken?: string | undefined;
  /** Called after each page. @param continueToken where another run could go on; undefined: all is done. */
  readonly onPage: (counts: MigrationCounts, continueToken: string | undefined) => void;
}

type Outcome = keyof MigrationCounts;

/**
 * Writes every object of a resource again, without a change, so that the server stores it in the storage version of today. Page by page, with
 * bounded memory; a page whose token has expired goes on in the newest state: later objects are stored in that version anyway.
 * @throws ApiError, TransportError of the first failed call.
 */
export async function migrateObjects(
  client: Client,
  resource: GroupVersionResource,
  { pageSize, concurrency, continueToken, onPage }: MigrationOptions,
): Promise<MigrationCounts> {
  const counts: Record<Outcome, number> = { rewritten: 0, unchanged: 0, changed: 0, deleted: 0 };
  let token = continueToken;
  do {
    const page = await listPage(client, resource, pageSize, token);
    const waiting = page.items.values();
    const worker = async (): Promise<void> => {
      for (const item of waiting) counts[await rewrite(client, resource, item)]++;
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    token = page.metadata?.continue || undefined;
    onPage({ ...counts }, token);
  } while (token !== undefined);
  return counts;
}

async function listPage(
  client: Client,
  resource: GroupVersionResource,
  limit: number,
  token: string | undefined,
): ReturnType<ReturnType<Client['metadata']>['list']> {
  const list = (at: string | undefined) => client.metadata(resource).list({ limit, ...(at ? { continue: at } : {}) });
  try {
    return await list(token);
  } catch (error) {
    const next = error instanceof ApiError && error.reason === 'Expired' ? error.metadata.continue : undefined;
    if (!next) throw error;
    return list(next);
  }
}

async function rewrite(client: Client, resource: GroupVersionResource, { metadata }: HasMetadata): Promise<Outcome> {
  const { name = '', namespace = '', uid, resourceVersion } = metadata;
  try {
    const sent = { metadata: { uid, resourceVersion } };
    const written = await client.resource(resource).patch({ namespace, name }, 'merge', sent);
    return written.metadata.resourceVersion === resourceVersion ? 'unchanged' : 'rewritten';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.reason === 'NotFound') return 'deleted';
    if (error.reason === 'Conflict') return 'changed';
    throw error;
  }
}

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
  const versions = (await client.discovery.served()).filter((version) => version.group === group);
  for (const served of [...versions].sort((a, b) => Number(b.preferred) - Number(a.preferred))) {
    if (served.resources.some((one) => one.name === resource)) return { group, version: served.version, resource };
  }
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
