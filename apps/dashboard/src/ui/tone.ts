export type Tone = 'good' | 'warn' | 'bad' | '';

const WORDS: Readonly<Record<Exclude<Tone, ''>, readonly string[]>> = {
  good: [
    'active',
    'available',
    'approved',
    'bound',
    'complete',
    'completed',
    'established',
    'healthy',
    'issued',
    'ready',
    'running',
    'succeeded',
    'true',
  ],
  warn: [
    'containercreating',
    'notready',
    'pending',
    'progressing',
    'released',
    'suspended',
    'terminating',
    'unknown',
    'warning',
  ],
  bad: [
    'crashloopbackoff',
    'denied',
    'error',
    'evicted',
    'failed',
    'imagepullbackoff',
    'lost',
    'oomkilled',
    'unhealthy',
  ],
};

/** Whether an object with these cells has done its work, as a pod of a Job: it needs no ready containers. */
export const isFinished = (cells: readonly unknown[]): boolean =>
  cells.includes('Completed') || cells.includes('Succeeded');

/**
 * How a word in a status column is shown: `Running` is good. `Approved,Issued` is judged by its last word, `1/2` by whether all are there.
 * @param finished of the object: then none has to be there.
 */
export function toneOf(text: string, finished = false): Tone {
  const [, part, whole] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  if (part !== undefined) return Number(part) < Number(whole) && !finished ? 'warn' : '';
  const word = text.toLowerCase().split(/[,\s]/).at(-1) ?? '';
  return (Object.keys(WORDS) as (keyof typeof WORDS)[]).find((tone) => WORDS[tone].includes(word)) ?? '';
}
