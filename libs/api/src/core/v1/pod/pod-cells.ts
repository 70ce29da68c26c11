import { ageSince } from '../../../definition/columns.js';
import type { ContainerStatus } from './container-status.js';
import type { Pod } from './pod.types.js';

/** `1/2`: ready containers of all. */
export function readyText({ spec, status }: Pod): string {
  const ready = (status?.containerStatuses ?? []).filter((container) => container.ready && container.state?.running);
  return `${ready.length}/${spec?.containers?.length ?? 0}`;
}

/** `3`, or `3 (5m ago)` when it is known when the last one was. */
export function restartsText({ status }: Pod, nowMs: number): string {
  const statuses = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])];
  const restarts = statuses.reduce((sum, container) => sum + (container.restartCount ?? 0), 0);
  const last = statuses
    .map((container) => container.lastState?.terminated?.finishedAt)
    .filter((time): time is string => time !== undefined)
    .sort()
    .at(-1);
  return restarts === 0 || last === undefined ? String(restarts) : `${restarts} (${ageSince(last, nowMs)} ago)`;
}

/**
 * One word for where a pod is: what holds up its start, else what its last container in trouble says, else its phase;
 * once deleted, `Terminating`.
 */
export function statusText(pod: Pod): string {
  const { metadata, status } = pod;
  const gated = status?.conditions?.some(({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated');
  let text = gated ? 'SchedulingGated' : status?.reason || status?.phase || '';
  const starting = startingText(pod);
  if (starting !== undefined) text = starting;
  else text = runningText(pod, text);
  if (!metadata.deletionTimestamp) return text;
  return status?.reason === 'NodeLost' ? 'Unknown' : 'Terminating';
}

/** `Init:1/2`, or the reason of the first init container that has not succeeded; undefined when all have completed. */
function startingText({ spec, status }: Pod): string | undefined {
  const total = spec?.initContainers?.length ?? 0;
  for (const [index, { state, ready }] of (status?.initContainerStatuses ?? []).entries()) {
    if (state?.terminated?.exitCode === 0 || (state?.running && ready)) continue;
    if (state?.terminated) return `Init:${terminatedText(state.terminated)}`;
    const reason = state?.waiting?.reason;
    return reason && reason !== 'PodInitializing' ? `Init:${reason}` : `Init:${index}/${total}`;
  }
  return undefined;
}

function runningText({ status }: Pod, text: string): string {
  let result = text;
  let anyRunning = false;
  for (const container of [...(status?.containerStatuses ?? [])].reverse()) {
    const trouble = troubleText(container);
    if (trouble !== undefined) result = trouble;
    else if (container.ready && container.state?.running) anyRunning = true;
  }
  if (result !== 'Completed' || !anyRunning) return result;
  const ready = status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True');
  return ready ? 'Running' : 'NotReady';
}

function troubleText({ state }: ContainerStatus): string | undefined {
  if (state?.waiting?.reason) return state.waiting.reason;
  return state?.terminated ? terminatedText(state.terminated) : undefined;
}

function terminatedText({ reason, signal, exitCode }: { reason?: string; signal?: number; exitCode?: number }): string {
  if (reason) return reason;
  return signal ? `Signal:${signal}` : `ExitCode:${exitCode ?? 0}`;
}

/** `1/2`: readiness gates with true conditions. */
export function gatesText({ spec, status }: Pod): string {
  const gates = spec?.readinessGates ?? [];
  if (gates.length === 0) return '<none>';
  const open = gates.filter(({ conditionType }) =>
    status?.conditions?.some((condition) => condition.type === conditionType && condition.status === 'True'),
  );
  return `${open.length}/${gates.length}`;
}

/** That a pod has ended, for clients that hide the rows of ended pods. */
export const endOfPod = ({ status }: Pod): readonly object[] | undefined => ENDS.get(status?.phase ?? '');

const ended = (reason: string, message: string): readonly object[] => [
  { type: 'Completed', status: 'True', reason, message },
];
const ENDS: ReadonlyMap<string, readonly object[]> = new Map([
  ['Succeeded', ended('Succeeded', 'The pod has completed successfully.')],
  ['Failed', ended('Failed', 'The pod failed.')],
]);
