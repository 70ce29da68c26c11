import type { History } from './check-history.js';
import { timeline } from './timeline.js';
import type { WatchStep } from './watch-history.js';

/** Formats a history for reading. */
export const printHistory = ({ operations, journeys }: History): string =>
  [
    timeline(operations),
    ...journeys.map(({ name, steps }) => `\n${name}\n${steps.map((step) => `  ${describeStep(step)}`).join('\n')}`),
  ].join('\n');

function describeStep(step: WatchStep): string {
  const at = step.at.toFixed(1).padStart(10);
  switch (step.is) {
    case 'listed': {
      const items = step.items.map(({ key, version, content }) => `${key}@${version}=${content.last}`);
      return `${at} listed ${step.version} of ${step.replica}: ${items.join(' ')}`;
    }
    case 'opened':
      return `${at} opened after ${step.from} at ${step.replica}`;
    case 'event': {
      const { last, a, b } = step.content;
      return `${at} ${step.type} ${step.key} ${step.version}: last=${last} a=${a} b=${b}`;
    }
    case 'bookmark':
      return `${at} bookmark ${step.version}`;
    case 'ended':
      return `${at} ended: ${step.why}`;
    case 'gone':
      return `${at} 410`;
  }
}
