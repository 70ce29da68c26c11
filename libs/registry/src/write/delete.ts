import type { ApiObject } from '@orch/apimachinery';
import { isDamaged } from '../cache/damaged-entry.js';
import { objectKey } from '../keys/storage-keys.js';
import { convertedEntry, existing, sliceFor } from './change.js';
import { planDamagedDelete, remains } from './damaged-delete.js';
import { checkDeleteAllowed, planDelete } from './delete-plan.js';
import type { DeleteRequest } from './delete-request.js';
import type { Entry } from '../cache/entry.js';
import { admissionAttributes, whileOpen } from './steps/admission.js';
import { dryRunBytes } from './dry-run-bytes.js';
import type { FormConversion } from './form-conversion.js';
import { inTurn } from './long-wait.js';
import { attempt } from './write-attempt.js';
import type { WriteContext } from './write-context.js';
import type { WriteRequest } from './write-request.js';
import { refOf } from './writer-parts.js';

/** Result of a delete. */
export interface DeleteResult {
  /** The last state, in served form; of a kind with a conversion, as it was stored for a removed object and in a delete of a collection. */
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
  const { definition, form, conversion, admission } = parts;
  const key = objectKey(request.namespace, name);
  const target = refOf(parts, name);
  const asStored = conversion !== undefined && request.ofCollection === true;
  return inTurn(context, key, async (turn) => {
    for (let count = 1; ; count++) {
      request.assertOpen?.();
      const slice = sliceFor(request, existing(context, key, name));
      if (slice) await slice;
      const entry = existing(context, key, name);
      const damaged = isDamaged(entry) ? entry : undefined;
      const current = damaged
        ? remains(definition, request.namespace, name)
        : conversion
          ? await convertedCurrent(context, conversion, request, entry, options)
          : form.read(entry);
      if (!damaged) checkDeleteAllowed(definition, current, request, target);
      const { step, object } = damaged
        ? planDamagedDelete(definition, damaged, current, options)
        : planDelete(definition, current, options, context.strategyContext(request));
      await attempt((onFailure) => {
        const common = { context, request, onFailure, subresource: '' };
        return whileOpen(
          { context, request, turn },
          admission.validate(admissionAttributes(common, 'DELETE', undefined, current, options)),
        );
      });
      const gone = step === 'remove';
      if (step === 'none') {
        if (asStored) return { bytes: entry.bytes, object: current, gone };
        const { bytes, revision } = conversion ? await conversion.entry(entry) : entry;
        return { bytes: form.show(bytes, revision), object: current, gone };
      }
      if (request.dryRun) return { bytes: dryRunBytes(object), object, gone };
      try {
        const encoded = conversion?.encodeDeleted(entry, object);
        const bytes = gone
          ? await committer.remove(key, name, entry, object, encoded)
          : (await committer.update(key, name, entry, object, { encoded, isDeletion: true, asStored })).bytes;
        return { bytes, object, gone };
      } catch (error) {
        await committer.retryOrThrow(error, name, count);
      }
    }
  });
}

/** A delete needs only metadata: the object is converted if admission reads it, or a dry run shows it. */
async function convertedCurrent(
  context: WriteContext,
  conversion: FormConversion,
  request: WriteRequest,
  entry: Entry,
  options: DeleteRequest,
): Promise<ApiObject> {
  const { admission, form } = context.parts;
  const common = { context, request, onFailure: () => undefined, subresource: '' };
  const metadata = conversion.metadataOf(entry);
  const attributes = admissionAttributes(common, 'DELETE', undefined, metadata, options);
  const isRead = request.dryRun || (admission.readsContent?.(attributes) ?? true);
  return isRead ? form.read(await convertedEntry(conversion, entry, request)) : metadata;
}
