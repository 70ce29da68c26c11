import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';

/** What this process may use: the limit of its container, else the memory of the machine. Unit: bytes. */
export const processMemoryBytes = (): number => Math.min(process.constrainedMemory() || Infinity, totalmem());

/** Limit of the memory for JavaScript objects: without buffers. Unit: bytes. */
export const heapLimitBytes = (): number => getHeapStatistics().heap_size_limit;
