import { callMutatingAdmissionOfChange, callMutatingAdmission, callValidatingAdmission } from './steps/admission.js';
import { toCanonicalForm } from './steps/canonical-form.js';
import { commitCreate, commitUpdate } from './steps/commit.js';
import { dropDisabledFields } from './steps/disabled-fields.js';
import { keepTimesOfNoChange, setFieldOwners } from './steps/field-owners.js';
import { incrementGeneration } from './steps/generation.js';
import { setCreateMetadata, setUpdateMetadata } from './steps/server-metadata.js';
import { keepStatus, resetStatus } from './steps/status.js';
import {
  addDefaults,
  completeCreate,
  prepareForCreate,
  prepareAdmittedSubresource,
  prepareForUpdate,
  prepareSubresource,
} from './steps/strategy.js';
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

/** Checks of every update before the commit. */
const checkUpdate: readonly WriteStep[] = [
  validateUpdate,
  addWarnings, // for valid objects only
  callValidatingAdmission, // sees what will be stored
  toCanonicalForm, // plugins may have added fields out of order: equal objects have equal bytes
  keepTimesOfNoChange, // compares what is stored with what would be stored
];

/** A new object: POST, and PUT or apply of an absent object. */
export const createPipeline: WritePipeline = {
  steps: [
    resetStatus,
    setCreateMetadata, // strategies and plugins see name, uid and time
    setFieldOwners, // of what was sent, as opposed to what the server adds
    dropDisabledFields, // before anything reads them
    prepareForCreate,
    callMutatingAdmission(dropDisabledFields, resetStatus, prepareForCreate),
    completeCreate,
    validateCreate,
    addWarnings,
    callValidatingAdmission,
    toCanonicalForm,
  ],
  commit: commitCreate,
};

/** The main resource: PUT, PATCH and apply. */
export const updatePipeline: WritePipeline = {
  steps: [
    setUpdateMetadata, // a stale resourceVersion or another uid is a conflict before any other check
    setFieldOwners,
    dropDisabledFields,
    keepStatus,
    prepareForUpdate,
    addDefaults, // for fields that the strategy or the patch left empty
    callMutatingAdmission(dropDisabledFields, keepStatus, prepareForUpdate, addDefaults), // before validation, which checks its result
    incrementGeneration, // after all steps that may change the spec
    ...checkUpdate,
  ],
  commit: commitUpdate,
};

/** A sub-resource of the same kind, such as `status`. */
export const subresourcePipeline: WritePipeline = {
  steps: [
    setUpdateMetadata,
    setFieldOwners,
    dropDisabledFields,
    prepareSubresource, // accepts only changes that the sub-resource may make
    callMutatingAdmission(dropDisabledFields, prepareAdmittedSubresource),
    incrementGeneration,
    ...checkUpdate,
  ],
  commit: commitUpdate,
};

/** A sub-resource with its own kind, such as `scale`: plugins see that kind, the strategy sees the object. */
export const viewPipeline: WritePipeline = {
  steps: [
    callMutatingViewAdmission,
    validateView,
    applyView, // from the view to the object
    setFieldOwners,
    validateViewUpdate,
    callValidatingViewAdmission,
    toCanonicalForm,
    keepTimesOfNoChange,
  ],
  commit: commitUpdate,
};

/** A change by the server itself, which computes the whole object. */
export const changePipeline: WritePipeline = {
  steps: [setFieldOwners, callMutatingAdmissionOfChange, ...checkUpdate],
  commit: commitUpdate,
};

/** Runs the steps in order, synchronously until one returns a promise, then commits. */
export function runPipeline(pipeline: WritePipeline, draft: WriteDraft, from = 0): WriteResult | Promise<WriteResult> {
  const { steps } = pipeline;
  for (let at = from; at < steps.length; at++) {
    const pending = steps[at]!(draft);
    if (pending instanceof Promise) return pending.then(() => runPipeline(pipeline, draft, at + 1));
  }
  return pipeline.commit(draft);
}
