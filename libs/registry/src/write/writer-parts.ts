import type { FeatureGates, ResourceDefinition } from '@orch/api';
import type { Clock, KindVersions, Random, ResourceRef } from '@orch/apimachinery';
import type { Storage } from '@orch/storage';
import type { ResourceActor } from '../actor/resource-actor.js';
import type { Admission } from '../admission/admission.js';
import type { StoredForm } from './stored-form.js';

/** What the writes of one served kind are made of. */
export interface WriterParts {
  readonly definition: ResourceDefinition;
  readonly form: StoredForm;
  readonly versions: KindVersions;
  readonly actor: ResourceActor;
  readonly storage: Storage;
  readonly admission: Admission;
  readonly features: FeatureGates;
  readonly clock: Clock;
  readonly random: Random;
}

/** How errors name an object of the kind. */
export const refOf = ({ definition }: WriterParts, name: string): ResourceRef => ({
  group: definition.gvr.group,
  resource: definition.gvr.resource,
  name,
});
