import type { Clock, Random } from '@orch/apimachinery';
import type { KeptForm } from '../answers/kept-form.js';
import type { HasMetadata } from '../object/object-key.js';
import type { SelectorOptions } from '../resource/call-options.js';
import type { ResourceClient } from '../resource/resource-client.js';
import type { BackoffOptions } from '../transport/backoff.js';

/** Source of a reflector: any `ResourceClient` is one. */
export type ListWatch<T extends HasMetadata> = Pick<ResourceClient<T>, 'list' | 'watch'>;

export interface ReflectOptions extends SelectorOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Pauses after failures. Default: 100 ms growing to 30 s. */
  readonly backoff?: BackoffOptions;
  /** How objects are kept. Default: whole and parsed. */
  readonly kept?: KeptForm;
  /** Items per page of a list. Default: 500. */
  readonly pageItems?: number;
  /** Called on each failure that is retried. */
  readonly onFailure?: (failure: unknown) => void;
  /** Called once after failures, when the server has accepted a watch again. */
  readonly onRecovery?: () => void;
}
