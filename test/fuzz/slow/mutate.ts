import type { Random } from '@orch/apimachinery';
import type { SlowTarget } from './slow-target.js';

const PAIRS = [['[', ']'], ['{', '}'], ['(', ')'], ['{"a":', '}'], ['? ', ''], ['"', '"']] as const; // prettier-ignore

/** An input that may cost more: parts repeated, numbered and nested up to what a request can bring. */
export function mutate(parent: string, other: string, target: SlowTarget, random: Random): string {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const place = (text: string): number => Math.floor(random() * (text.length + 1));
  const { tokens, maxLength } = target;
  const times = (length: number): number =>
    Math.min(Math.floor(maxLength / (length + 8)), Math.floor(2 ** (1 + random() * 20)));
  const at = place(parent);
  const before = parent.slice(0, at);
  const length = 1 + Math.floor(2 ** (random() * 10));
  const after = parent.slice(at);
  switch (Math.floor(random() * 8)) {
    case 0:
      return before + repeated(pick(tokens), times(8)) + after;
    case 1:
      return before + repeated(after.slice(0, length), times(length)) + after.slice(length);
    case 2:
      return repeated(parent, Math.max(2, times(parent.length)));
    case 3: {
      const [open, close] = pick(PAIRS);
      const levels = Math.min(times(2), 100_000);
      return before + open.repeat(levels) + after.slice(0, length) + close.repeat(levels) + after.slice(length);
    }
    case 4:
      return before + pick(tokens) + after;
    case 5:
      return before + other.slice(place(other));
    case 6:
      return before + after.slice(length);
    default:
      return before + repeated(pick(tokens) + pick(tokens), times(16)) + after;
  }
}

function repeated(text: string, times: number): string {
  if (!text.includes('#')) return text.repeat(times);
  return Array.from({ length: Math.min(times, 100_000) }, (_, i) => text.replaceAll('#', String(i))).join('');
}
