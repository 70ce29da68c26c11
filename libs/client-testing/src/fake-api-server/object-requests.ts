import { ApiError, applyJsonPatch, applyMergePatch } from '@orch/apimachinery';
import type { DeletePreconditions, ObjectStore, StoredObject } from '../object-store.js';
import type { ResourcePath } from '../resource-path.js';
import type { SeenRequest } from './seen-request.js';

/** Response to a request. */
interface Answer {
  readonly code: number;
  readonly body: object;
}

type Decoded = StoredObject & { readonly preconditions?: DeletePreconditions };

/**
 * Carries out a write of one object, or of one of its sub-resources, which share its fields. A server dry run stores nothing.
 * @param strategic whether strategic merge patches are accepted; they are applied as merge patches.
 * @throws ApiError.
 */
export function writeObject(store: ObjectStore, path: ResourcePath, request: SeenRequest, strategic: boolean): Answer {
  const body = (request.body === '' ? { metadata: {} } : JSON.parse(request.body)) as Decoded;
  const objectPath = objectPathOf(request.path, path, body);
  const isDryRun = request.query.has('dryRun');
  switch (request.method) {
    case 'POST':
      if (isDryRun) return { code: 201, body };
      return { code: 201, body: store.create(objectPath, body) };
    case 'PUT':
      if (isDryRun) return { code: 200, body };
      return { code: 200, body: store.update(objectPath, () => body) };
    case 'PATCH':
      return patchObject(store, objectPath, body, request, strategic);
    case 'DELETE': {
      const deleted = isDryRun ? store.getExisting(objectPath) : store.delete(objectPath, body.preconditions);
      if (deleted.metadata.deletionTimestamp !== undefined && store.get(objectPath))
        return { code: 200, body: deleted };
      const details = { uid: deleted.metadata.uid };
      return {
        code: 200,
        body: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 200, details },
      };
    }
    default:
      throw ApiError.methodNotAllowed();
  }
}

function patchObject(
  store: ObjectStore,
  objectPath: string,
  patch: unknown,
  request: SeenRequest,
  strategic: boolean,
): Answer {
  const type = request.headers['content-type'] ?? '';
  if (type.includes('strategic') && !strategic) throw ApiError.unsupportedMediaType(['application/merge-patch+json']);
  if (type.includes('apply') && !store.get(objectPath))
    return { code: 201, body: store.put(objectPath, patch as object) };
  const apply = type.includes('json-patch') ? applyJsonPatch : applyMergePatch;
  const change = (current: StoredObject): StoredObject => apply(current, patch) as StoredObject;
  if (!request.query.has('dryRun')) return { code: 200, body: store.update(objectPath, change) };
  return { code: 200, body: change(store.getExisting(objectPath)) };
}

function objectPathOf(path: string, { name, subresource }: ResourcePath, body: Decoded): string {
  if (subresource !== undefined) return path.slice(0, -subresource.length - 1);
  if (name !== undefined) return path;
  const { generateName } = body.metadata;
  return `${path}/${body.metadata.name ?? `${generateName ?? ''}x`}`;
}
