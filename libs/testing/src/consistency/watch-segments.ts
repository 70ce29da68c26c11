import type { Violation } from './history.js';
import type { EventStep, ListedStep, WatchJourney } from './watch-history.js';

/** Events of one client without a gap: from a list or a version, over any number of connections, until 410. */
export interface WatchSegment {
  readonly journey: string;
  readonly list?: ListedStep;
  /** The watch begins after `from`, and has received everything up to `to`. */
  readonly from: number;
  readonly to: number;
  readonly events: readonly EventStep[];
  /** Ended with 410. */
  readonly gone: boolean;
}

/** Splits journeys into segments. Duplicate or out-of-order events are violations. */
export function watchSegments(journeys: readonly WatchJourney[]): {
  segments: WatchSegment[];
  violations: Violation[];
} {
  const segments: WatchSegment[] = [];
  const violations: Violation[] = [];
  for (const { name, steps } of journeys) {
    let now: (WatchSegment & { to: number; events: EventStep[]; gone: boolean }) | undefined;
    const begin = (from: number, list?: ListedStep) => {
      now = { journey: name, from, to: from, events: [], gone: false, ...(list && { list }) };
      segments.push(now);
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
          against('a watch is opened before its first event', `${step.is} ${step.version} before the watch was opened`);
        else if (step.is === 'event' ? step.version > now.to : step.version >= now.to) {
          if (step.is === 'event') now.events.push(step);
          now.to = step.version;
        } else {
          const isTwice = now.events.some(({ version }) => version === step.version);
          const rule = isTwice ? 'an event comes once' : 'events come in the order of their versions';
          against(rule, `${step.is} ${step.version} at ${step.at.toFixed(1)} ms, after ${now.to} was delivered`);
        }
      }
    }
  }
  return { segments, violations };
}
