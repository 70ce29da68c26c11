import type { Violation } from './history.js';
import type { EventStep, ListedStep, WatchJourney } from './watch-history.js';

/** What one client saw without a gap: from a list or a version on, over any number of connections, until it lost its place. */
export interface Stretch {
  readonly journey: string;
  readonly list?: ListedStep;
  /** It was to be told of everything after `from`, and has been told of everything up to `to`. */
  readonly from: number;
  readonly to: number;
  readonly events: readonly EventStep[];
  /** Ended with 410. */
  readonly gone: boolean;
}

/** Cuts journeys into stretches. What comes twice or out of order is a violation. */
export function stretchesOf(journeys: readonly WatchJourney[]): { stretches: Stretch[]; violations: Violation[] } {
  const stretches: Stretch[] = [];
  const violations: Violation[] = [];
  for (const { name, steps } of journeys) {
    let now: (Stretch & { to: number; events: EventStep[]; gone: boolean }) | undefined;
    const begin = (from: number, list?: ListedStep) => {
      now = { journey: name, from, to: from, events: [], gone: false, ...(list && { list }) };
      stretches.push(now);
    };
    const against = (rule: string, text: string) => violations.push({ rule, text: `${name}: ${text}` });
    for (const step of steps) {
      if (step.is === 'listed') begin(step.version, step);
      else if (step.is === 'opened') {
        if (now === undefined || now.gone) begin(step.from);
        else if (now.to !== step.from)
          against('a watch resumes where it was', `opened at ${step.from}, was at ${now.to}`);
      } else if (step.is === 'gone') {
        if (now) now.gone = true;
      } else if (step.is === 'event' || step.is === 'bookmark') {
        if (now === undefined)
          against('a watch begins somewhere', `${step.is} ${step.version} before the watch was opened`);
        else if (step.is === 'event' ? step.version > now.to : step.version >= now.to) {
          if (step.is === 'event') now.events.push(step);
          now.to = step.version;
        } else {
          const isTwice = now.events.some(({ version }) => version === step.version);
          const rule = isTwice ? 'an event comes once' : 'events come in the order of their versions';
          against(rule, `${step.is} ${step.version} at ${step.at.toFixed(1)} ms, after ${now.to} had been told`);
        }
      }
    }
  }
  return { stretches, violations };
}
