import type { Clock } from '@orch/apimachinery';
import { isShared, type Storage } from '@orch/storage';
import { SharedRecords } from '@orch/registry';
import { AddressClaims } from './address-claims.js';
import type { AllocationMetrics } from './allocation-metrics.js';
import { ClaimingAllocator } from './claiming-allocator.js';
import { MemoryAllocator } from './memory-allocator.js';
import type { ServiceAllocator } from './service-allocator.js';
import { parseClusterIpRanges, parsePortRange } from './service-ranges.js';

/** Added to the longest request: by then the service of a claim is stored, or never will be. */
const BEYOND_REQUESTS_MS = 60_000;

export interface AllocatorOptions {
  readonly serviceClusterIpRanges: readonly string[];
  readonly serviceNodePortRange: string;
  readonly requestTimeoutMs: number;
}

/** An allocator in memory if one process writes the store, with claims in the store if several do. */
export function serviceAllocator(
  options: AllocatorOptions,
  storage: Storage,
  clock: Clock,
  metrics: AllocationMetrics,
): ServiceAllocator {
  const memory = new MemoryAllocator(
    parseClusterIpRanges(options.serviceClusterIpRanges),
    parsePortRange(options.serviceNodePortRange),
    Math.random,
    metrics,
  );
  if (!isShared(storage)) return memory;
  const abandonedAfterMs = options.requestTimeoutMs + BEYOND_REQUESTS_MS;
  return new ClaimingAllocator(memory, new AddressClaims(new SharedRecords(storage), clock, abandonedAfterMs));
}
