import type { Queuing } from './fair-queues.js';
import type { LevelForm } from './object-forms.js';
import type { SeatShares } from './seat-limits.js';

/** Parsed spec of a PriorityLevelConfiguration, with defaults. */
export interface LevelConfiguration {
  readonly name: string;
  readonly uid: string;
  readonly exempt: boolean;
  readonly shares: SeatShares;
  readonly queuing: Queuing | undefined;
}

const DEFAULT_SHARES = 30;
const DEFAULT_QUEUING: Queuing = { queues: 64, handSize: 8, lengthLimit: 50 };

/** Parses a stored level. Valid values are assumed. */
export function readLevel({ metadata, spec }: LevelForm): LevelConfiguration {
  const exempt = spec?.type === 'Exempt';
  const { limited } = spec ?? {};
  const queuing = limited?.limitResponse?.type === 'Queue' ? limited.limitResponse.queuing : undefined;
  return {
    name: metadata.name ?? '',
    uid: metadata.uid ?? '',
    exempt,
    shares: {
      shares: exempt
        ? (spec.exempt?.nominalConcurrencyShares ?? 0)
        : (limited?.nominalConcurrencyShares ?? DEFAULT_SHARES),
      lendablePercent: (exempt ? spec.exempt : limited)?.lendablePercent ?? 0,
      borrowingLimitPercent: limited?.borrowingLimitPercent,
    },
    queuing: queuing && {
      queues: queuing.queues ?? DEFAULT_QUEUING.queues,
      handSize: queuing.handSize ?? DEFAULT_QUEUING.handSize,
      lengthLimit: queuing.queueLengthLimit ?? DEFAULT_QUEUING.lengthLimit,
    },
  };
}
