import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { builtinKinds, compileKinds, statusCodec, type ResourceDefinition } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import type { ResourceStore } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import { negotiate } from '../representation/negotiate.js';
import { ConnectionSink } from './connection-sink.js';

const definition = compileKinds(builtinKinds, vocabularies.orch)[0] as ResourceDefinition;

/** The end of a connection that keeps what is written to it. */
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
    // As a socket does: later.
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
    reply as unknown as ServerResponse,
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
