import type { HasMetadata } from '@orch/client';
import type { Vocabulary } from '@orch/vocabulary';
import { writeOptions, type WriteWish } from '../writing/write-flags.js';
import type { LocatedObject } from '../manifests/locate-object.js';
import { UserError } from '../user-error.js';
import { lastApplied, withLastApplied } from './last-applied.js';
import { threeWayMerge } from './three-way-merge.js';

/** Message for an object that cannot be applied. */
export const NO_NAME = 'apply needs metadata.name: use create for objects with generateName';

export interface ApplyOutcome {
  readonly object: HasMetadata;
  readonly verb: 'created' | 'configured' | 'unchanged' | 'serverside-applied';
}

/** Creates the object, or patches it by a three-way merge of the last applied, the wanted and the current state. */
export async function applyClientSide(
  vocabulary: Vocabulary,
  { object, namespace, resource }: LocatedObject,
  wish: WriteWish,
): Promise<ApplyOutcome> {
  const { name } = object.metadata;
  if (!name) throw new UserError(NO_NAME);
  const options = writeOptions(wish, `${vocabulary.client.commandLine}-client-side-apply`);
  const annotation = vocabulary.annotations.lastApplied;
  const wanted = withLastApplied(object, annotation);
  const key = { namespace, name };
  const current = await resource.find(key);
  if (!current) {
    return { object: wish.dryRun === 'client' ? wanted : await resource.create(wanted, options), verb: 'created' };
  }
  const patch = threeWayMerge(lastApplied(current, annotation), { ...wanted }, { ...current });
  if (Object.keys(patch).length === 0) return { object: current, verb: 'unchanged' };
  if (wish.dryRun === 'client') return { object: wanted, verb: 'configured' };
  const patched = await resource.patch(key, 'merge', patch, options);
  // Defaults inside lists lead to a patch without changes, for which the server creates no revision.
  const isSame = patched.metadata.resourceVersion === current.metadata.resourceVersion;
  return { object: patched, verb: isSame && wish.dryRun === 'none' ? 'unchanged' : 'configured' };
}
