import { parseDuration } from '@orch/process';
import { ValidateBy } from 'class-validator';

/** Inclusive bounds of a duration. Unit: milliseconds. */
interface DurationBounds {
  readonly from: number;
  /** Default: none. */
  readonly to?: number;
}

/** Validates a duration such as `30s` within bounds. */
export const usableDuration = ({ from, to = Infinity }: DurationBounds): PropertyDecorator =>
  ValidateBy({
    name: 'usableDuration',
    validator: {
      validate: (value: unknown) => {
        const ms = typeof value === 'string' ? parseDuration(value) : undefined;
        return ms !== undefined && ms >= from && ms <= to;
      },
      defaultMessage: () => {
        const above = from > 0 ? ', more than zero' : '';
        return `must be a time such as 3s${above}${to === Infinity ? '' : ` and at most ${to / 1_000}s`}`;
      },
    },
  });
