import type { FeatureGates, ResourceDefinition } from '@orch/api';
import type { Clock, KindVersions, Random, ResourceRef } from '@orch/apimachinery';
import type { Storage } from '@orch/storage';
import type { Mailbox } from '../actor/mailbox.js';
import type { ResourceActor } from '../actor/resource-actor.js';
import type { Admission } from '../admission/admission.js';
import type { StorePosition } from '../position/store-position.js';
import type { StoredForm } from './stored-form.js';

/** What writes need of the actor of their resource. Writes that are computed in a worker thread reach it over messages. */
export interface WriteTarget extends Pick<ResourceActor, 'prefix' | 'get' | 'expect' | 'unexpect'> {
  readonly mailbox: Pick<Mailbox, 'run'>;
  readonly position: Pick<StorePosition, 'waitFor' | 'refresh'>;
}

/** What writes need of the store. */
export type WriteStorage = Pick<Storage, 'create' | 'replace' | 'delete'>;

/** What the writes of one served kind are made of. */
export interface WriterParts {
  readonly definition: ResourceDefinition;
  readonly form: StoredForm;
  readonly versions: KindVersions;
  readonly actor: WriteTarget;
  readonly storage: WriteStorage;
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
