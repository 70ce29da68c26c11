import { totalmem } from 'node:os';

/** What this process may use: the limit of its container, else the memory of the machine. Unit: bytes. */
export const processMemoryBytes = (): number => Math.min(process.constrainedMemory() || Infinity, totalmem());
