import { GcPacer } from './gc-pacer.js';
import type { Entry } from './entry.js';

/** Pieces are all of one size, so that what one frees the next can take. */
const SLAB_BYTES = 256 * 1_024;
/** Values above this stay where they are: alone in memory of their own. */
const LARGE_BYTES = SLAB_BYTES / 16;
/** A full piece of which less than this share is still in use is emptied. */
const WORTH_KEEPING = 0.85;

/** A piece of memory that holds the values of many entries. */
interface Slab {
  readonly size: number;
  readonly entries: Set<Entry>;
  liveBytes: number;
}

/**
 * Where the values of the cache lie. One allocation for each would leave holes as objects change, of sizes that the next does not
 * fit, and cost the platform's bookkeeping for every object. Values are therefore written one behind the other into large pieces;
 * when enough of a piece is dead, the living move on, and the piece is free as a whole. Nothing is ever overwritten: who still
 * holds a value keeps its piece alive, and reads what it always read (bench: memory).
 */
export class SlabAllocator {
  private readonly slabs = new WeakMap<ArrayBufferLike, Slab>();
  private newest = new Writer();
  private past = new Writer();

  constructor(private readonly pace = new GcPacer()) {}

  /** Moves the value of an entry that has become the newest of its object. */
  keep(entry: Entry): void {
    if (entry.length > LARGE_BYTES) return;
    this.move(entry);
    this.pace.wrote(entry.length);
  }

  /** Takes account of the value of an entry that may stay where it lies: in a piece that was read from the store. */
  adopt(entry: Entry): void {
    this.enter(entry);
    this.pace.loaded(entry.length);
  }

  /** An entry is no longer the newest. What still holds it holds it as history, which dies in the order it came. */
  retire(entry: Entry): void {
    const slab = this.leave(entry);
    this.archive(entry);
    if (slab) this.emptyIfSparse(slab);
  }

  /** An entry is no longer the newest, and not kept as history either. */
  release(entry: Entry): void {
    const slab = this.leave(entry);
    if (slab) this.emptyIfSparse(slab);
  }

  /** Moves the value of an entry that is history from the start: the last state of a deleted object. */
  archive(entry: Entry): void {
    if (entry.length <= LARGE_BYTES) this.past.write(entry);
  }

  private move(entry: Entry): void {
    const full = this.newest.write(entry);
    this.enter(entry);
    const slab = full && this.slabs.get(full);
    if (slab && isSparse(slab)) this.empty(slab);
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
    return buffer === this.newest.buffer ? undefined : slab;
  }

  private emptyIfSparse(slab: Slab): void {
    if (isSparse(slab)) this.empty(slab);
  }

  private empty(slab: Slab): void {
    const living = [...slab.entries];
    slab.entries.clear();
    slab.liveBytes = 0;
    for (const entry of living) this.move(entry);
  }
}

const isSparse = (slab: Slab): boolean => slab.liveBytes < slab.size * WORTH_KEEPING;

/** Writes values one behind the other. */
class Writer {
  private slab = Buffer.alloc(0);
  private used = 0;

  get buffer(): ArrayBufferLike {
    return this.slab.buffer;
  }

  /** Gives the memory that was full before this value, if that is so. */
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
