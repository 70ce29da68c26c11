import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { builtinKinds, compileKinds, statusCodec, type ResourceDefinition } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import type { ResourceStore } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import { negotiate } from '@orch/http';
import { ConnectionSink } from './connection-sink.js';
import { UnreadBytes } from '@orch/http';

const definition = compileKinds(builtinKinds, vocabularies.orch)[0] as ResourceDefinition;

/** A response that records what is written to it. */
class Reply extends EventEmitter {
  readonly written: Buffer[] = [];
  readonly destroyed = false;
  readonly writableLength = 0;
  ended = false;

  write(piece: Buffer): boolean {
    this.written.push(piece);
    return true;
  }

  end(): void {
    this.ended = true;
    // Asynchronously, as a socket does.
    queueMicrotask(() => {
      this.emit('finish');
      this.emit('close');
    });
  }
}

function endedWith(accept: string, error: ApiError): Reply {
  const reply = new Reply();
  const representation = negotiate(accept, new URLSearchParams(), 'watch', definition);
  const sink = new ConnectionSink(
    { definition } as ResourceStore,
    representation,
    { reply: reply as unknown as ServerResponse, flow: 'user' },
    () => ({}),
  );
  sink.end(error);
  return reply;
}

describe('the last event of a watch', () => {
  const error = ApiError.expired('too old resource version');

  it('C-030 is the error, as a line', () => {
    const { written, ended } = endedWith('application/json', error);
    expect(JSON.parse(Buffer.concat(written).toString())).toEqual({ type: 'ERROR', object: error.toStatus() });
    expect(ended).toBe(true);
  });

  it('C-030 D-133 is the error, as a frame of protobuf', () => {
    const frame = Buffer.concat(endedWith('application/vnd.orch.protobuf;stream=watch', error).written);
    expect(frame.readUInt32BE(0)).toBe(frame.length - 4);
    expect(frame.toString('latin1', 6, 11)).toBe('ERROR');
    expect(statusCodec.decode(frame.subarray(frame.indexOf('6b387300', 0, 'hex')))).toEqual(error.toStatus());
  });
});

describe('a watch whose client does not read', () => {
  /** A response whose connection never drains. */
  class Stalled extends EventEmitter {
    destroyed = false;
    writableLength = 0;
    write(piece: Buffer): boolean {
      this.writableLength += piece.length;
      return false;
    }
    writeHead(): void {
      return;
    }
    flushHeaders(): void {
      return;
    }
    destroy(): void {
      this.destroyed = true;
      this.emit('close');
    }
  }
  const PIECE = Buffer.alloc(1_000_000);

  function stalled(unread: UnreadBytes): { reply: Stalled; sink: ConnectionSink; drained: () => number } {
    const reply = new Stalled();
    const representation = negotiate('application/json', new URLSearchParams(), 'watch', definition);
    const store = { definition } as ResourceStore;
    const sink = new ConnectionSink(
      store,
      representation,
      { reply: reply as unknown as ServerResponse, flow: 'user' },
      () => ({}),
      undefined,
      unread,
    );
    let drained = 0;
    sink.open({ drained: () => void drained++, close: () => undefined });
    return { reply, sink, drained: () => drained };
  }

  it('is aborted when all such watches buffer too much, the oldest first', () => {
    const unread = new UnreadBytes(2_500_000);
    const watches = [stalled(unread), stalled(unread), stalled(unread)];
    for (const { sink } of watches) expect(sink.write(PIECE)).toBe(false);
    expect(watches.map(({ reply }) => reply.destroyed)).toEqual([true, false, false]);
    expect(unread.bytes).toBe(2_000_000);
  });

  it('does not count after it has read, or is closed', () => {
    const unread = new UnreadBytes(2_500_000);
    const [reads, leaves] = [stalled(unread), stalled(unread)];
    for (const { sink } of [reads, leaves]) sink.write(PIECE);
    reads.reply.emit('drain');
    expect([unread.bytes, reads.drained()]).toEqual([1_000_000, 1]);
    leaves.reply.destroy();
    expect(unread.bytes).toBe(0);
  });
});
