/**
 * The body of a unary gRPC call `etcdserverpb.KV/Put`: the frame (not compressed, length) and PutRequest { key = 1, value = 2 }.
 * @param {Buffer} key
 * @param {Buffer} value
 */
export function encodePut(key, value) {
  const message = Buffer.concat([lengthDelimited(1, key), lengthDelimited(2, value)]);
  const frame = Buffer.alloc(5);
  frame.writeUInt32BE(message.length, 1);
  return Buffer.concat([frame, message]);
}

/** Headers of the call, beside those every HTTP/2 request has. */
export const GRPC_HEADERS = { 'content-type': 'application/grpc', te: 'trailers' };
export const PUT_PATH = '/etcdserverpb.KV/Put';

function lengthDelimited(field, bytes) {
  return Buffer.concat([Buffer.from([(field << 3) | 2]), varint(bytes.length), bytes]);
}

function varint(value) {
  const bytes = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}
