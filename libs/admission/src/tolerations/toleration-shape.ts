import type { Toleration } from '@orch/api';

/** A toleration without its seconds. */
export type Shape = Pick<Toleration, 'key' | 'operator' | 'value' | 'effect'>;

/** Everything but the seconds, as a key of maps. */
export const shapeOf = ({ key = '', operator = '', value = '', effect = '' }: Shape): string =>
  JSON.stringify([key, operator, value, effect]);

/** Without a limit a pod stays. */
export const secondsOf = ({ tolerationSeconds = Infinity }: Toleration): number => tolerationSeconds;

/** Shapes of the tolerations that include one like this: of any effect, value or key. */
export function* widerShapes({ key, operator, value, effect }: Toleration): Generator<string> {
  for (const anyEffect of [effect, '']) {
    yield shapeOf({ key, operator: 'Exists', effect: anyEffect });
    yield shapeOf({ operator: 'Exists', effect: anyEffect });
    if (operator !== 'Equal') continue;
    yield shapeOf({ key, operator, value, effect: anyEffect });
    yield shapeOf({ key, value, effect: anyEffect });
  }
}
