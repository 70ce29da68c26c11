/**
 * Longest ClientHello. Those of clients have 200 to 4,000 bytes: sessions are not resumed here, so none has a ticket. OpenSSL compares each
 * key share with each group, which takes 0.1 s for 64 KiB of them.
 */
export const MAX_HELLO_BYTES = 16 * 1024;
/** Bytes of a connection before its ClientHello is complete, with the headers of records. */
const MAX_RECEIVED_BYTES = 2 * MAX_HELLO_BYTES;

const RECORD_HEADER_BYTES = 5;
const HANDSHAKE_RECORD = 22;
const MESSAGE_HEADER_BYTES = 4;
const CLIENT_HELLO = 1;

/** The name of HTTP/2 in a list of protocols. */
const HTTP2_NAME = Buffer.from('\x02h2');

/** Whether HTTP/2 may be chosen, as far as the bytes show: other bytes may look like its name, and that of a ClientHello in several records may be split. */
export const mayOfferHttp2 = (hello: Buffer): boolean =>
  hello.length !== RECORD_HEADER_BYTES + hello.readUInt16BE(3) || hello.includes(HTTP2_NAME);

/** `complete`: OpenSSL may read it. `refused`: it is too long. */
export type HelloState = 'incomplete' | 'complete' | 'refused';

/**
 * Follows the first bytes of a connection until its ClientHello is complete, in any number of records and pieces. What is not one counts as complete: OpenSSL
 * says what is wrong with it.
 */
export class ClientHello {
  private received = 0;
  private endBytes = 0;
  /** Header of the current record. */
  private readonly record = Buffer.alloc(RECORD_HEADER_BYTES);
  private recordBytes = 0;
  /** Bytes of the record that have not arrived. */
  private payloadLeft = 0;
  /** Header of the message, which may be spread over records. */
  private readonly message = Buffer.alloc(MESSAGE_HEADER_BYTES);
  private messageBytes = 0;

  /** Bytes up to its end, when it is complete, with the headers of records. 0: it is not a ClientHello. */
  get bytes(): number {
    return this.endBytes;
  }

  /** Reads the next bytes. */
  read(chunk: Buffer): HelloState {
    const before = this.received;
    this.received += chunk.length;
    for (let at = 0; at < chunk.length;) {
      if (this.payloadLeft === 0) {
        at += this.readRecordHeader(chunk, at);
        if (this.record[0] !== HANDSHAKE_RECORD) return 'complete';
        if (this.recordBytes < RECORD_HEADER_BYTES) continue;
        this.recordBytes = 0;
        this.payloadLeft = this.record.readUInt16BE(3);
        if (this.payloadLeft === 0) return 'complete'; // OpenSSL refuses empty records
        continue;
      }
      const bytes = Math.min(this.payloadLeft, chunk.length - at);
      const state = this.readPayload(chunk.subarray(at, at + bytes));
      if (state === 'complete') this.endBytes = this.endIn(before + at + bytes);
      if (state !== 'incomplete') return state;
      this.payloadLeft -= bytes;
      at += bytes;
    }
    return this.received > MAX_RECEIVED_BYTES ? 'refused' : 'incomplete';
  }

  /** @param readBytes of the connection, up to the end of what was read of the message. */
  private endIn(readBytes: number): number {
    if (this.message[0] !== CLIENT_HELLO) return 0;
    return readBytes - (this.messageBytes - MESSAGE_HEADER_BYTES - this.message.readUIntBE(1, 3));
  }

  private readRecordHeader(chunk: Buffer, at: number): number {
    const bytes = chunk.copy(this.record, this.recordBytes, at);
    this.recordBytes += bytes;
    return bytes;
  }

  private readPayload(payload: Buffer): HelloState {
    if (this.messageBytes < MESSAGE_HEADER_BYTES) payload.copy(this.message, this.messageBytes);
    this.messageBytes += payload.length;
    if (this.message[0] !== CLIENT_HELLO) return 'complete';
    if (this.messageBytes < MESSAGE_HEADER_BYTES) return 'incomplete';
    const length = this.message.readUIntBE(1, 3);
    if (length > MAX_HELLO_BYTES) return 'refused';
    return this.messageBytes >= MESSAGE_HEADER_BYTES + length ? 'complete' : 'incomplete';
  }
}
