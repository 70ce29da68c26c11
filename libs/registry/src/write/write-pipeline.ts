import { callMutatingAdmission, callValidatingAdmission } from './steps/admission.js';
import { toCanonicalForm } from './steps/canonical-form.js';
import { commitCreate, commitUpdate } from './steps/commit.js';
import { dropDisabledFields } from './steps/disabled-fields.js';
import { setFieldOwners } from './steps/field-owners.js';
import { incrementGeneration } from './steps/generation.js';
import { setCreateMetadata, setUpdateMetadata } from './steps/server-metadata.js';
import { keepStatus, resetStatus } from './steps/status.js';
import { addDefaults, prepareForCreate, prepareForUpdate, prepareSubresource } from './steps/strategy.js';
import { addWarnings, validateCreate, validateUpdate } from './steps/validation.js';
import {
  applyView,
  callMutatingViewAdmission,
  callValidatingViewAdmission,
  validateView,
  validateViewUpdate,
} from './steps/view.js';
import type { WriteDraft, WritePipeline, WriteStep } from './write-draft.js';
import type { WriteResult } from './write-request.js';

/** What every object passes before it is stored, however it was computed. */
const admitUpdate: readonly WriteStep[] = [
  callMutatingAdmission, // before validation, which judges what plugins made of it
  validateUpdate,
  addWarnings, // of valid objects only
  callValidatingAdmission, // sees what will be stored
  toCanonicalForm, // plugins may have added fields out of order: equal objects have equal bytes
  setFieldOwners, // computed from the current and the final object
];

/** A new object: POST, and PUT or apply of an absent object. */
export const createPipeline: WritePipeline = {
  steps: [
    resetStatus,
    dropDisabledFields, // before anything reads them
    setCreateMetadata, // strategies and plugins see name, uid and time
    prepareForCreate,
    callMutatingAdmission,
    validateCreate,
    addWarnings,
    callValidatingAdmission,
    toCanonicalForm,
    setFieldOwners,
  ],
  commit: commitCreate,
};

/** The main resource: PUT, PATCH and apply. */
export const updatePipeline: WritePipeline = {
  steps: [
    dropDisabledFields,
    setUpdateMetadata, // a stale resourceVersion or another uid is a conflict before anything else is looked at
    keepStatus,
    prepareForUpdate,
    addDefaults, // of what the strategy or the patch left empty
    incrementGeneration, // after all that may change the spec, but for admission
    ...admitUpdate,
  ],
  commit: commitUpdate,
};

/** A sub-resource of the same kind, such as `status`. */
export const subresourcePipeline: WritePipeline = {
  steps: [
    dropDisabledFields,
    setUpdateMetadata,
    prepareSubresource, // takes over only what the sub-resource may change
    ...admitUpdate,
  ],
  commit: commitUpdate,
};

/** A sub-resource with a kind of its own, such as `scale`: plugins see that kind, the rules of the object see the object. */
export const viewPipeline: WritePipeline = {
  steps: [
    callMutatingViewAdmission,
    validateView,
    applyView, // from the view to the object
    validateViewUpdate,
    callValidatingViewAdmission,
    toCanonicalForm,
    setFieldOwners,
  ],
  commit: commitUpdate,
};

/** A change by the server itself, which computes the whole object. */
export const changePipeline: WritePipeline = { steps: admitUpdate, commit: commitUpdate };

/** Runs the steps in order, without a promise as long as none of them needs one, then commits. */
export function runPipeline(pipeline: WritePipeline, draft: WriteDraft, from = 0): WriteResult | Promise<WriteResult> {
  const { steps } = pipeline;
  for (let at = from; at < steps.length; at++) {
    const pending = steps[at]!(draft);
    if (pending instanceof Promise) return pending.then(() => runPipeline(pipeline, draft, at + 1));
  }
  return pipeline.commit(draft);
}
