import { GcPacer } from './gc-pacer.js';
import type { Entry } from './entry.js';

/** All slabs have one size, so that a freed slab can be reused. */
const SLAB_BYTES = 256 * 1_024;
/** Larger values keep their own allocation. */
const LARGE_BYTES = SLAB_BYTES / 16;
/** A full slab with a smaller live share is evacuated. */
const MIN_LIVE_SHARE = 0.85;

/** A block of memory that holds the values of many entries. */
interface Slab {
  readonly size: number;
  readonly entries: Set<Entry>;
  liveBytes: number;
}

/**
 * Slab allocator for the values of the cache. One allocation per value would fragment memory as objects change, and cost the
 * platform's bookkeeping for every object. Values are therefore appended to large slabs; when enough of a slab is dead, its live
 * values are moved and the whole slab is freed. Memory is never overwritten: a reference to a value keeps its slab alive and its
 * content unchanged (bench: memory).
 */
export class SlabAllocator {
  private readonly slabs = new WeakMap<ArrayBufferLike, Slab>();
  private current = new Writer();
  private history = new Writer();

  constructor(private readonly pace = new GcPacer()) {}

  /** Moves the value of an entry that became the current one of its object. */
  store(entry: Entry): void {
    if (entry.length > LARGE_BYTES) return;
    this.move(entry);
    this.pace.wrote(entry.length);
  }

  /** Registers the value of an entry that stays in place: in a buffer read from the store. */
  register(entry: Entry): void {
    this.enter(entry);
    this.pace.loaded(entry.length);
  }

  /** An entry is no longer current. It is referenced only as history, which is dropped in order. */
  retire(entry: Entry): void {
    const slab = this.leave(entry);
    this.archive(entry);
    if (slab) this.evacuateIfSparse(slab);
  }

  /** An entry is no longer current, and not kept as history. */
  release(entry: Entry): void {
    const slab = this.leave(entry);
    if (slab) this.evacuateIfSparse(slab);
  }

  /** Moves the value of an entry that is only history: the last state of a deleted object. */
  archive(entry: Entry): void {
    if (entry.length <= LARGE_BYTES) this.history.write(entry);
  }

  private move(entry: Entry): void {
    const full = this.current.write(entry);
    this.enter(entry);
    const slab = full && this.slabs.get(full);
    if (slab && isSparse(slab)) this.evacuate(slab);
  }

  private enter(entry: Entry): void {
    const { heldBy: buffer, length } = entry;
    let slab = this.slabs.get(buffer);
    if (!slab) this.slabs.set(buffer, (slab = { size: buffer.byteLength, entries: new Set(), liveBytes: 0 }));
    slab.entries.add(entry);
    slab.liveBytes += length;
  }

  private leave(entry: Entry): Slab | undefined {
    const { heldBy: buffer, length } = entry;
    const slab = this.slabs.get(buffer);
    if (slab?.entries.delete(entry)) {
      slab.liveBytes -= length;
      this.pace.replaced(length);
    }
    return buffer === this.current.buffer ? undefined : slab;
  }

  private evacuateIfSparse(slab: Slab): void {
    if (isSparse(slab)) this.evacuate(slab);
  }

  private evacuate(slab: Slab): void {
    const live = [...slab.entries];
    slab.entries.clear();
    slab.liveBytes = 0;
    for (const entry of live) this.move(entry);
  }
}

const isSparse = (slab: Slab): boolean => slab.liveBytes < slab.size * MIN_LIVE_SHARE;

/** Appends values to slabs. */
class Writer {
  private slab = Buffer.alloc(0);
  private used = 0;

  get buffer(): ArrayBufferLike {
    return this.slab.buffer;
  }

  /** Returns the previous slab if this value did not fit into it. */
  write(entry: Entry): ArrayBufferLike | undefined {
    let full: ArrayBufferLike | undefined;
    if (this.used + entry.length > this.slab.length) {
      full = this.slab.buffer;
      this.slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
      this.used = 0;
    }
    entry.moveInto(this.slab, this.used);
    this.used += entry.length;
    return full;
  }
}
