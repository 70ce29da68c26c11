import { getHeapStatistics } from 'node:v8';
import { TransportError } from '../errors/transport-error.js';

/** Part of the heap that lists in progress may take, of all lists of the process. Fields that are dropped from pages count, too. */
const HEAP_SHARE = 0.75;

/** Memory of all lists in progress. Unit: bytes. */
let charged = 0;

/**
 * Memory of a list whose items are all kept until it is complete: a server may give pages without an end, and a full heap ends the process.
 * What its pages took is measured when they were parsed (`onSize` of a list).
 */
export class ListMemory {
  private own = 0;
  private isReleased = false;

  /** @param maxBytes of all lists in progress. Default: three quarters of the heap limit. */
  constructor(private readonly maxBytes = getHeapStatistics().heap_size_limit * HEAP_SHARE) {}

  /** Charges a page; not one that is parsed after the list has failed. @throws TransportError Protocol when lists in progress take more than the maximum. */
  add(bytes: number): void {
    if (this.isReleased) return;
    this.own += bytes;
    charged += bytes;
    if (charged <= this.maxBytes) return;
    const text = `a list does not fit into memory: lists in progress take more than ${this.maxBytes} bytes`;
    throw new TransportError('Protocol', text);
  }

  /** The list is complete or has failed. */
  release(): void {
    charged -= this.own;
    this.own = 0;
    this.isReleased = true;
  }
}
