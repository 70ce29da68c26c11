import type { Tone } from '../../ui/tone';

/** Conditions that are bad when they are true. */
const NEGATIVE =
  /(Failure|Failed|Failing|Pressure|Unavailable|Denied|Error|Stalled|Dangling|Conflict|Remaining|DisruptionTarget)$/;

/** How the state of a condition is to be seen. */
export function conditionTone(type: string, status: string): Tone {
  if (status !== 'True' && status !== 'False') return 'warn';
  const isTrue = status === 'True';
  if (NEGATIVE.test(type)) return isTrue ? 'bad' : 'good';
  return isTrue ? 'good' : 'warn';
}
