import type { ApiObject } from '@orch/apimachinery';
import type { OwnWrites } from './own-writes.js';

/** An object that the server makes and keeps. */
export interface EnsuredObject {
  /** As `OwnWrites` names it. */
  readonly resource: string;
  /** Empty where there is none. */
  readonly namespace: string;
  readonly object: ApiObject;
  /** What stands, set right; the same object when nothing is to be done. Default: what stands is right. */
  readonly repair?: (standing: ApiObject) => ApiObject;
}

/** Makes what is missing and sets right what is not as it should be: all at once, so that it becomes one commit. */
export async function ensureObjects(writes: OwnWrites, objects: readonly EnsuredObject[]): Promise<void> {
  await Promise.all(objects.map((object) => ensure(writes, object)));
}

async function ensure(writes: OwnWrites, { resource, namespace, object, repair }: EnsuredObject): Promise<void> {
  const name = object.metadata.name!;
  const standing = writes.read(resource, namespace, name);
  if (!standing) return writes.createIfAbsent(resource, namespace, object);
  if (!repair || repair(standing) === standing) return;
  await writes.change(resource, namespace, name, repair);
}
