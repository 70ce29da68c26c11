import type { ApiObject } from '@orch/apimachinery';
import { isDamaged } from '../cache/damaged-entry.js';
import { objectKey } from '../keys/storage-keys.js';
import { existing, turnFor } from './change.js';
import { planDamagedDelete, remains } from './damaged-delete.js';
import { planDelete } from './delete-plan.js';
import type { DeleteRequest } from './delete-request.js';
import { admissionAttributes } from './steps/admission.js';
import { dryRunBytes } from './steps/commit.js';
import { attempt } from './write-attempt.js';
import type { WriteContext } from './write-context.js';
import type { WriteRequest } from './write-request.js';
import { refOf } from './writer-parts.js';

/** Result of a delete. */
export interface DeleteResult {
  /** The last state, in served form. */
  readonly bytes: Buffer;
  readonly object: ApiObject;
  /** False while finalizers or a grace period keep it. */
  readonly gone: boolean;
}

/**
 * DELETE, in two phases (A-107..A-111): an object with finalizers only becomes terminating. One whose stored value is damaged is
 * removed immediately: its finalizers cannot be read.
 */
export function deleteObject(
  context: WriteContext,
  request: WriteRequest,
  name: string,
  options: DeleteRequest,
): Promise<DeleteResult> {
  const { parts, committer } = context;
  const { definition, form, actor, admission } = parts;
  const key = objectKey(request.namespace, name);
  const target = refOf(parts, name);
  return actor.mailbox.run(key, async () => {
    for (let count = 1; ; count++) {
      const turn = turnFor(request, existing(context, key, name));
      if (turn) await turn;
      const entry = existing(context, key, name);
      const damaged = isDamaged(entry) ? entry : undefined;
      const current = damaged ? remains(definition, request.namespace, name) : form.read(entry);
      const { step, object } = damaged
        ? planDamagedDelete(definition, damaged, current, options)
        : planDelete(definition, current, options, context.strategyContext(request), target);
      await attempt((onFailure) =>
        admission.validate(
          admissionAttributes({ context, request, onFailure, subresource: '' }, 'DELETE', undefined, current, options),
        ),
      );
      const gone = step === 'remove';
      if (step === 'none') return { bytes: form.show(entry.bytes, entry.revision), object: current, gone };
      if (request.dryRun) return { bytes: dryRunBytes(object), object, gone };
      try {
        const bytes = gone
          ? await committer.remove(key, name, entry, object)
          : (await committer.update(key, name, entry, object)).bytes;
        return { bytes, object, gone };
      } catch (error) {
        await committer.retryOrThrow(error, name, count);
      }
    }
  });
}
