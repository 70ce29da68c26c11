/** As a Buffer on the same memory. */
export const ownBytes = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** A copy that may be transferred: others may share the memory of `bytes`. */
export const copied = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
