import { once } from 'node:events';
import { connect } from 'node:tls';
import { TestServer } from '@orch/server-testing';

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const [DATA, HEADERS, RST_STREAM, SETTINGS, PING] = [0, 1, 3, 4, 6];
const [END_STREAM, END_HEADERS, ACK] = [1, 4, 1];
/** `GET https://x/api/x`, in indexed and literal fields: an error for anonymous clients. */
const GET = Buffer.concat([Buffer.from([0x82, 0x87, 0x41, 1, 0x78, 0x44, 6]), Buffer.from('/api/x')]);

/** One frame (RFC 9113, section 4.1). */
function frame(type: number, flags: number, stream: number, payload = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ http2: true });
});
afterAll(() => TestServer.closeAll());

/** Sends one request. @returns the ends of its stream in order, until the answer to a PING that follows them. */
async function endsOf(flags: number, expected: number): Promise<string[]> {
  const { hostname, port } = new URL(server.server.url);
  const socket = connect({ host: hostname, port: Number(port), ca: server.caPem, ALPNProtocols: ['h2'] });
  await once(socket, 'secureConnect');
  socket.write(Buffer.concat([PREFACE, frame(SETTINGS, 0, 0), frame(HEADERS, flags | END_HEADERS, 1, GET)]));
  const ends: string[] = [];
  let unread = Buffer.alloc(0);
  for await (const chunk of socket) {
    unread = Buffer.concat([unread, chunk as Buffer]);
    for (let size = 0; unread.length >= 9; unread = unread.subarray(size)) {
      size = 9 + unread.readUIntBE(0, 3);
      if (unread.length < size) break;
      const [type, has] = [unread[3]!, unread[4]!];
      if (type === PING && (has & ACK) !== 0) return ends;
      const before = ends.length;
      if ((type === DATA || type === HEADERS) && (has & END_STREAM) !== 0) ends.push('END_STREAM');
      if (type === RST_STREAM) ends.push(`RST_STREAM ${unread.readUInt32BE(9)}`);
      if (ends.length > before && ends.length === expected) socket.write(frame(PING, 0, 0, Buffer.alloc(8)));
    }
  }
  return ends;
}

describe('an error answer on HTTP/2', () => {
  it('ends its stream without a reset when the request has ended: clients written in Go would lose it', async () =>
    expect(await endsOf(END_STREAM, 1)).toEqual(['END_STREAM']));

  it('is complete before the stream of a request that has not ended is reset', async () =>
    expect(await endsOf(0, 2)).toEqual(['END_STREAM', 'RST_STREAM 0']));
});
