import type { EventLoopWatchdog } from '@orch/process';
import { type AddMetric, histogram } from '@orch/http';

const TURNS = 'apiserver_event_loop_turn_cpu_seconds';

/** How long single turns blocked the event loop. */
export function addEventLoopMetrics(add: AddMetric, { turns }: EventLoopWatchdog): void {
  const phases = [
    { labels: { phase: 'start-up' }, turns: turns.startUp },
    { labels: { phase: 'serving' }, turns: turns.serving },
  ];
  add(TURNS, 'histogram', 'CPU time of turns of the event loop of 5 ms and more, with garbage collection.', () =>
    phases.flatMap((phase) => histogram(TURNS, phase.labels, phase.turns)),
  );
  add(
    'apiserver_event_loop_longest_turn_cpu_seconds',
    'gauge',
    'CPU time of the longest turn of the event loop since the start, with garbage collection.',
    () => phases.map((phase) => ({ labels: phase.labels, value: phase.turns.longest })),
  );
}
