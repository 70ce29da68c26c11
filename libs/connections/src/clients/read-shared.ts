import type { Socket } from 'node:net';

/** As much as Node reads at a time. */
const READ_BYTES = 64 * 1_024;
/** Of all connections: one is read at a time. */
const shared = Buffer.allocUnsafeSlow(READ_BYTES);

/** Of a TCP connection, as Node reads it. */
interface Handle {
  readonly bytesRead: number;
  reading: boolean;
  /** Called after each read. */
  onread: (bytes?: ArrayBuffer) => unknown;
  useUserBuffer(buffer: Buffer): void;
  readStop(): void;
}

/**
 * Reads a TCP connection past the queue of its stream, and without memory for each read. What is not taken is an event `data` of the connection.
 * @param take is called with bytes that are valid during the call. @returns whether they were taken.
 * @param mostBytes of one read.
 */
export function readShared(connection: Socket, take: (bytes: Buffer) => boolean, mostBytes = READ_BYTES): void {
  const { _handle: handle } = connection as Socket & { readonly _handle?: Handle | null };
  if (!handle) return; // closed
  const { onread } = handle;
  let read = handle.bytesRead;
  handle.useUserBuffer(shared.subarray(0, mostBytes));
  // HOT PATH (bench: get)
  handle.onread = (bytes) => {
    const before = read;
    read = handle.bytesRead;
    if (read === before) return onread.call(handle, bytes); // its end, or an error
    const chunk = shared.subarray(0, read - before);
    if (take(chunk) || connection.push(Buffer.from(chunk))) return undefined;
    handle.reading = false;
    handle.readStop();
    return undefined;
  };
}
