import { EventEmitter, setMaxListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import { TurnWriter } from './turn-writer.js';

/** A connection that has room for `room` pieces until it drains. */
class Connection extends EventEmitter {
  readonly written: string[] = [];
  room = 1;

  write(bytes: Uint8Array): boolean {
    this.written.push(Buffer.from(bytes).toString());
    return --this.room > 0;
  }

  drain(room: number): void {
    this.room = room;
    this.emit('drain');
  }
}

const open = (): { connection: Connection; writer: TurnWriter } => {
  const connection = new Connection();
  return { connection, writer: new TurnWriter(connection as unknown as ServerResponse) };
};
const lasting = new AbortController().signal;
const piece = (text: string) => () => Buffer.from(text);

it('makes nothing before there is room for it, then one piece of each in turns', async () => {
  const { connection, writer } = open();
  await writer.write(piece('first'), lasting);
  const made: string[] = [];
  const writes = ['a', 'b', 'c'].map((text) => writer.write(() => (made.push(text), Buffer.from(text)), lasting));
  expect(made).toEqual([]);
  connection.drain(2);
  await Promise.all(writes.slice(0, 2));
  expect(connection.written).toEqual(['first', 'a', 'b']);
  connection.drain(9);
  await writes[2];
  expect(connection.written).toEqual(['first', 'a', 'b', 'c']);
});

it('forgets a watch that ends while it waits', async () => {
  const { connection, writer } = open();
  await writer.write(piece('first'), lasting);
  const ended = new AbortController();
  setMaxListeners(0, ended.signal);
  const many = Array.from({ length: 1_000 }, () => writer.write(piece('never'), ended.signal));
  const last = writer.write(piece('last'), lasting);
  ended.abort();
  await Promise.all(many); // though the connection never had room
  connection.drain(9);
  await last;
  expect(connection.written).toEqual(['first', 'last']);
});

it('a piece that cannot be made stops no other', async () => {
  const { connection, writer } = open();
  await writer.write(piece('first'), lasting);
  const failing = writer.write(() => {
    throw new Error('not an event');
  }, lasting);
  const next = writer.write(piece('next'), lasting);
  connection.drain(9);
  await expect(failing).rejects.toThrow('not an event');
  await next;
  expect(connection.written).toEqual(['first', 'next']);
});

it('writes nothing to a connection that is closed', async () => {
  const { connection, writer } = open();
  await writer.write(piece('first'), lasting);
  const waiting = writer.write(piece('never'), lasting);
  connection.emit('close');
  await waiting;
  await writer.write(piece('never'), lasting);
  expect(connection.written).toEqual(['first']);
});
