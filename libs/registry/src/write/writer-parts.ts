import type { FeatureGates, ResourceDefinition } from '@orch/api';
import type { Clock, KindVersions, Random, ResourceRef } from '@orch/apimachinery';
import type { Storage } from '@orch/storage';
import type { Mailbox } from '../actor/mailbox.js';
import type { ResourceActor } from '../actor/resource-actor.js';
import type { Admission } from '../admission/admission.js';
import type { StorePosition } from '../position/store-position.js';
import type { FormConversion } from './form-conversion.js';
import type { KindGuard } from './kind-guard.js';
import type { KindSource } from './kind-source.js';
import type { StoredForm } from './stored-form.js';

/** The part of the actor that writes use. Writes computed in a worker thread access it by messages. */
export interface WriteTarget extends Pick<ResourceActor, 'prefix' | 'get' | 'expect' | 'unexpect'> {
  readonly mailbox: Pick<Mailbox, 'run'>;
  readonly position: Pick<StorePosition, 'waitFor' | 'refresh'>;
}

/** The part of the store that writes use. */
export type WriteStorage = Pick<Storage, 'create' | 'replace' | 'delete'>;

/** Dependencies of the writes of one served kind. */
export interface WriterParts {
  readonly definition: ResourceDefinition;
  readonly form: StoredForm;
  readonly versions: KindVersions;
  /** Absent: `form` alone converts. */
  readonly conversion?: FormConversion | undefined;
  /** Of a kind that is served at run time. Absent: the kind never changes. */
  readonly guard?: KindGuard | undefined;
  /** Of a kind that is served at run time. Absent: only this thread can compute its writes. */
  readonly source?: KindSource | undefined;
  readonly actor: WriteTarget;
  readonly storage: WriteStorage;
  readonly admission: Admission;
  readonly features: FeatureGates;
  readonly clock: Clock;
  readonly random: Random;
}

/** Reference to an object of the kind, for errors. */
export const refOf = ({ definition }: WriterParts, name: string): ResourceRef => ({
  group: definition.gvr.group,
  resource: definition.gvr.resource,
  name,
});
