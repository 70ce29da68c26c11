/** Opcodes of frames (RFC 6455, section 5.2) that this server sends or handles. */
export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;
/** Close codes (RFC 6455, section 7.4.1). */
export const CLOSE_CODE = { normal: 1000, protocolError: 1002, tooLarge: 1009 } as const;

/** Clients of a watch send only control frames; other data is small, and ignored. */
const MAX_PAYLOAD_BYTES = 4 * 1024;
const MAX_CONTROL_BYTES = 125;
const KNOWN_OPCODES: ReadonlySet<number> = new Set(Object.values(OPCODE));

/** A client violated the protocol; close the connection with this code. */
export class WebSocketProtocolError extends Error {
  override readonly name = 'WebSocketProtocolError';
  constructor(
    readonly closeCode: number,
    message: string,
  ) {
    super(message);
  }
}

/** One complete frame of the server: final and not masked. */
export function encodeFrame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const extra = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const frame = Buffer.allocUnsafe(2 + extra + length);
  frame[0] = 0x80 | opcode;
  if (extra === 0) frame[1] = length;
  else if (extra === 2) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  payload.copy(frame, 2 + extra);
  return frame;
}

export function closeFrame(code: number): Buffer {
  const payload = Buffer.alloc(2);
  payload.writeUInt16BE(code);
  return encodeFrame(OPCODE.close, payload);
}

/** Splits a client's bytes into frames. Buffers at most one incomplete frame. */
export class ClientFrames {
  private pending: Buffer = Buffer.alloc(0);

  constructor(private readonly onFrame: (opcode: number, payload: Buffer) => void) {}

  /** @throws WebSocketProtocolError; call it no more after that. */
  push(chunk: Buffer): void {
    let bytes = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk]);
    for (let size = this.take(bytes); size > 0; size = this.take(bytes)) bytes = bytes.subarray(size);
    this.pending = bytes;
  }

  /** Passes on the first frame. @returns its length; 0 when it is incomplete. */
  private take(bytes: Buffer): number {
    if (bytes.length < 2) return 0;
    const opcode = bytes[0]! & 0x0f;
    const isFinal = (bytes[0]! & 0x80) !== 0;
    const short = bytes[1]! & 0x7f;
    const isControl = opcode >= OPCODE.close;
    if ((bytes[0]! & 0x70) !== 0 || !KNOWN_OPCODES.has(opcode)) throw broken('no extension was agreed on');
    if ((bytes[1]! & 0x80) === 0) throw broken('frames of a client must be masked');
    if (isControl && (!isFinal || short > MAX_CONTROL_BYTES)) throw broken('control frames are short and whole');
    if (short === 127) throw tooLarge();
    const maskAt = short === 126 ? 4 : 2;
    if (bytes.length < maskAt) return 0;
    const length = short === 126 ? bytes.readUInt16BE(2) : short;
    if (length > MAX_PAYLOAD_BYTES) throw tooLarge();
    const start = maskAt + 4;
    if (bytes.length < start + length) return 0;
    const payload = Buffer.from(bytes.subarray(start, start + length));
    for (let i = 0; i < length; i++) payload[i] = payload[i]! ^ bytes[maskAt + (i & 3)]!;
    this.onFrame(opcode, payload);
    return start + length;
  }
}

const broken = (why: string) => new WebSocketProtocolError(CLOSE_CODE.protocolError, why);
const tooLarge = () => new WebSocketProtocolError(CLOSE_CODE.tooLarge, `at most ${MAX_PAYLOAD_BYTES} bytes in a frame`);
