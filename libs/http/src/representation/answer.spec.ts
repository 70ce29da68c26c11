import { once } from 'node:events';
import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ListPage, ResourceStore } from '@orch/registry';
import { JSON_TYPE } from '../negotiation/media-type.js';
import type { RequestContext, RequestRecord } from '../request/request-context.js';
import { unreadBytes } from '../response/unread-bytes.js';
import { sendDocument, sendItem, sendList } from './answer.js';
import type { Representation } from './representation.js';

/** A response whose client reads everything at once. */
class Reply extends Writable {
  readonly chunks: Buffer[] = [];
  code: number | undefined;

  writeHead(code: number): this {
    this.code = code;
    return this;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.chunks.push(chunk);
    // Takes as long as encryption.
    for (const until = performance.now() + chunk.length / 1e6; performance.now() < until;);
    done();
  }

  get bytes(): number {
    return this.chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  }
}

const contextOf = (reply: Reply, query: string): RequestContext =>
  ({
    reply,
    query: new URLSearchParams(query),
    headers: {},
    auditId: '1',
    warnings: [],
    user: { username: 'ann', groups: [] },
  }) as unknown as RequestContext;

const deepLines = JSON.parse(
  `${'['.repeat(900)}${Array.from({ length: 3_000 }, () => 1).join()}${']'.repeat(900)}`,
) as unknown;

describe('large answers to many requests of one turn', () => {
  it.each([
    ['one string of a megabyte, indented', { text: `\n"${'x'.repeat(1_000_000)}` }, 'pretty=true'],
    ['one string of a megabyte', { text: 'x'.repeat(1_000_000) }, ''],
    ['few members on deep lines, indented', deepLines, 'pretty=true'],
  ])('%s: are sent one after the other, with turns of others between them', async (_what, value, query) => {
    const bytes = Buffer.from(JSON.stringify(value));
    const whole = query === '' ? bytes.toString() : `${JSON.stringify(value, null, 2)}\n`;
    const replies = Array.from({ length: 40 }, () => new Reply());
    let isOver = false;
    const answers = Promise.all(
      replies.map(async (reply) => sendDocument(contextOf(reply, query), 201, JSON_TYPE, bytes)),
    ).then(() => (isOver = true));
    const written = (): number => replies.reduce((sum, reply) => sum + reply.bytes, 0);
    expect(written()).toBe(0);
    let most = 0;
    for (let before = 0; !isOver; before = written()) {
      await nextTurn();
      most = Math.max(most, written() - before);
    }
    await answers;
    expect(most).toBeLessThan(written() / 2);
    for (const reply of replies) {
      expect([reply.code, reply.writableEnded]).toEqual([201, true]);
      expect(Buffer.concat(reply.chunks).toString() === whole).toBe(true);
    }
  });

  it('objects of a megabyte with few members are converted one after the other', async () => {
    const bytes = Buffer.from(JSON.stringify({ data: { a: 'x'.repeat(1_000_000) } }));
    let isOver = false;
    let converted = 0;
    const representation = {
      contentType: 'application/yaml',
      item: () => {
        converted++;
        // Uses a full share.
        for (const until = performance.now() + 8; performance.now() < until;);
        return Buffer.from('data: {}\n');
      },
    } as unknown as Representation;
    const sent = Promise.all(
      Array.from({ length: 20 }, async () =>
        sendItem(contextOf(new Reply(), ''), 200, representation, undefined as never, bytes),
      ),
    ).then(() => (isOver = true));
    expect(converted).toBe(0);
    let most = 0;
    for (let before = 0; !isOver; before = converted) {
      await nextTurn();
      most = Math.max(most, converted - before);
    }
    await sent;
    expect([converted, most]).toEqual([20, 1]);
  });

  it('lists that are computed before their first byte take turns with each other', async () => {
    let steps = 0;
    const pieces = function* (): Generator<Buffer> {
      for (let i = 0; i < 20; i++) {
        steps++;
        for (const until = performance.now() + 1; performance.now() < until;);
        yield Buffer.alloc(0);
      }
      yield Buffer.from('x');
    };
    const form = { contentType: 'application/x', list: () => ({ pieces: pieces() }) } as unknown as Representation;
    const page = { entries: [{ length: 100_000 }] } as unknown as ListPage;
    let isOver = false;
    const answers = Promise.all(
      Array.from({ length: 50 }, async () => sendList(contextOf(new Reply(), ''), form, {} as ResourceStore, page)),
    ).then(() => (isOver = true));
    let most = 0;
    while (!isOver) {
      const before = steps;
      await nextTurn();
      most = Math.max(most, steps - before);
    }
    await answers;
    expect(steps).toBe(1_000);
    // One step of each list in one turn would be 50.
    expect(most).toBeLessThan(25);
  });

  it('a list is recorded as partial until its last piece', async () => {
    const states: unknown[] = [];
    const record: Pick<RequestRecord, 'answer' | 'isPartial'> = {
      answer: () => states.push(record.isPartial) > 0,
    };
    const context = { ...contextOf(new Reply(), ''), record } as RequestContext;
    const form = (pieces: () => Iterable<Buffer>) =>
      ({ contentType: 'application/x', list: () => ({ pieces: pieces() }) }) as unknown as Representation;
    const list = (pieces: () => Iterable<Buffer>) =>
      sendList(context, form(pieces), {} as ResourceStore, { entries: [] } as unknown as ListPage);
    await list(() => [Buffer.from('{'), Buffer.from('}')]);
    expect([...states, record.isPartial]).toEqual([true, true, false]);
    const failing = list(function* () {
      yield Buffer.from('{');
      throw new Error('no more');
    });
    await expect(failing).rejects.toThrow('no more');
    expect(record.isPartial).toBe(true);
  });

  it('an unread answer counts as unread until its connection closes', async () => {
    const reply = new Reply();
    reply._write = () => undefined;
    const before = unreadBytes.bytes;
    await sendDocument(contextOf(reply, ''), 200, JSON_TYPE, Buffer.alloc(300_000, ' '));
    expect(unreadBytes.bytes - before).toBe(300_000);
    reply.destroy();
    await once(reply, 'close');
    expect(unreadBytes.bytes).toBe(before);
  });

  it('nothing counts as unread of a client that is gone before its answer begins', async () => {
    const reply = new Reply();
    reply.destroy();
    await once(reply, 'close');
    const before = unreadBytes.bytes;
    const form = { contentType: 'application/x', list: () => ({ pieces: [] }) } as unknown as Representation;
    const pastPage = { entries: [], ownBytes: 1_000_000 } as unknown as ListPage;
    await sendList(contextOf(reply, ''), form, {} as ResourceStore, pastPage);
    await sendDocument(contextOf(reply, ''), 200, JSON_TYPE, Buffer.alloc(9_000_000, ' '));
    expect(unreadBytes.bytes).toBe(before);
  });

  it('a small answer is sent at once', async () => {
    const reply = new Reply();
    const sent = sendDocument(contextOf(reply, 'pretty=true'), 200, JSON_TYPE, Buffer.from('{"a":[1]}'));
    expect(Buffer.concat(reply.chunks).toString()).toBe('{\n  "a": [\n    1\n  ]\n}\n');
    await sent;
  });
});
