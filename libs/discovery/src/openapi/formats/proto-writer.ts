import { encodeJsonSteps } from '@orch/apimachinery';

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;

/** Parts that are copied in one step. */
const STEP_PARTS = 4_000;

/**
 * Encodes one protobuf message. Kept simple: its documents are built once and cached.
 * Omits empty strings, zero and false, as proto3 does.
 */
export class ProtoWriter {
  /** A nested message is one part, as it is: it must not change any more. */
  private readonly parts: (Buffer | ProtoWriter)[] = [];
  private length = 0;

  text(field: number, value: unknown): this {
    return typeof value === 'string' && value !== '' ? this.bytes(field, Buffer.from(value)) : this;
  }

  texts(field: number, values: unknown): this {
    if (Array.isArray(values)) for (const value of values) this.bytes(field, Buffer.from(String(value)));
    return this;
  }

  bool(field: number, value: unknown): this {
    return value === true ? this.add(key(field, VARINT), Buffer.of(1)) : this;
  }

  int(field: number, value: unknown): this {
    return typeof value === 'number' && value !== 0 ? this.add(key(field, VARINT), int64(value)) : this;
  }

  double(field: number, value: unknown): this {
    return typeof value === 'number' && value !== 0 ? this.add(key(field, FIXED64), fixed64(value)) : this;
  }

  /** A oneof field: written also when zero or empty, because its presence is significant. */
  choice(fields: { readonly number: number; readonly bool: number; readonly text: number }, value: unknown): this {
    if (typeof value === 'number') return this.add(key(fields.number, FIXED64), fixed64(value));
    if (typeof value === 'boolean') return this.flag(fields.bool, value);
    return this.bytes(fields.text, Buffer.from(String(value)));
  }

  /** A boolean of a oneof: written also when false. */
  flag(field: number, value: boolean): this {
    return this.add(key(field, VARINT), Buffer.of(value ? 1 : 0));
  }

  /** A message field. An empty message is written too: its presence is significant. */
  message(field: number, message: ProtoWriter): this {
    this.add(key(field, BYTES), varint(message.length));
    this.parts.push(message);
    this.length += message.length;
    return this;
  }

  /** Appends encoded fields. */
  written(fields: readonly Buffer[]): this {
    for (const field of fields) this.add(field);
    return this;
  }

  /** The whole message, in steps. */
  *finish(): Generator<undefined, Buffer> {
    const whole = Buffer.allocUnsafe(this.length);
    let at = 0;
    let copied = 0;
    for (const piece of this.pieces()) {
      at += piece.copy(whole, at);
      if (++copied % STEP_PARTS === 0) yield;
    }
    return whole;
  }

  /** The result of `finish`, as separate pieces. */
  *pieces(): Generator<Buffer, void> {
    const open = [this.parts.values()];
    for (let last = open.at(-1); last; last = open.at(-1)) {
      const { value } = last.next() as { readonly value?: Buffer | ProtoWriter };
      if (value === undefined) open.pop();
      else if (value instanceof ProtoWriter) open.push(value.parts.values());
      else yield value;
    }
  }

  /** A field of encoded bytes. */
  bytes(field: number, value: Buffer): this {
    return this.add(key(field, BYTES), varint(value.length), value);
  }

  private add(...parts: readonly Buffer[]): this {
    for (const part of parts) {
      this.parts.push(part);
      this.length += part.length;
    }
    return this;
  }
}

/** An entry of an ordered map: name and value. */
export const named = (name: string, value: ProtoWriter): ProtoWriter =>
  new ProtoWriter().text(1, name).message(2, value);

/** The message `Any`: YAML text; JSON is YAML. */
export function* anyValue(value: unknown): Generator<undefined, ProtoWriter> {
  const isContainer = typeof value === 'object' && value !== null;
  const json = isContainer ? yield* encodeJsonSteps(value) : Buffer.from(String(JSON.stringify(value)));
  return new ProtoWriter().bytes(2, Buffer.concat([json, LINE_FEED]));
}

const LINE_FEED = Buffer.from('\n');

const key = (field: number, wireType: number): Buffer => varint(field * 8 + wireType);

function fixed64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}

/** A signed integer: a negative one has the bits of its complement, in ten bytes. */
function int64(value: number): Buffer {
  if (value >= 0) return varint(value);
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}

/** @param value not negative. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}
