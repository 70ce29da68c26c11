import type { FuzzInput } from './fuzz-target.js';

const HEADER_BYTES = 12;
const MOST_BYTES = 8 << 20;
const TEXT = 1;

/**
 * Where the thread that runs a target leaves each input before it reads it: another thread can still take it from here when
 * the first one hangs or dies.
 */
export class SharedInput {
  private readonly header: Int32Array;
  private readonly data: Buffer;

  constructor(readonly memory: SharedArrayBuffer = new SharedArrayBuffer(HEADER_BYTES + MOST_BYTES)) {
    this.header = new Int32Array(memory, 0, 3);
    this.data = Buffer.from(memory, HEADER_BYTES);
  }

  put(input: FuzzInput): void {
    const isText = typeof input === 'string';
    const bytes = isText ? Buffer.from(input, 'utf16le') : input;
    if (bytes.length > MOST_BYTES) throw new RangeError('this input is larger than the place for it');
    this.data.set(bytes);
    this.header[1] = isText ? TEXT : 0;
    this.header[2] = bytes.length;
    Atomics.add(this.header, 0, 1);
  }

  /** How many inputs there were. */
  get count(): number {
    return Atomics.load(this.header, 0);
  }

  get input(): FuzzInput {
    const bytes = Buffer.from(this.data.subarray(0, this.header[2]));
    return this.header[1] === TEXT ? bytes.toString('utf16le') : bytes;
  }
}
