import { Quantity } from '@orch/apimachinery';
import type { Container } from './container.js';
import type { PodSpec } from './pod-spec.js';

const RESOURCES = ['cpu', 'memory'];

/**
 * How a pod fares when its node runs short. `BestEffort` asks for nothing, `Guaranteed` limits cpu and memory of every
 * container to just what it asks for, all others are `Burstable`.
 */
export function qosClassOf(spec: PodSpec): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  if (!containers.some(asksForAnything)) return 'BestEffort';
  return containers.every(isFixed) ? 'Guaranteed' : 'Burstable';
}

const amount = (amounts: Record<string, string> | undefined, resource: string): Quantity =>
  Quantity.parse(amounts?.[resource] ?? '0') ?? Quantity.zero;

const asksForAnything = ({ resources }: Container): boolean =>
  RESOURCES.some(
    (resource) => amount(resources?.requests, resource).sign > 0 || amount(resources?.limits, resource).sign > 0,
  );

const isFixed = ({ resources }: Container): boolean =>
  RESOURCES.every((resource) => {
    const limit = amount(resources?.limits, resource);
    return limit.sign > 0 && amount(resources?.requests, resource).compare(limit) === 0;
  });
