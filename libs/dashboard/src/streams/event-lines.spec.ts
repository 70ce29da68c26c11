import { BegunEvents, EventLines, NotEvents } from './event-lines.js';

const lines = (bytes: Buffer | undefined): unknown[] =>
  (bytes?.toString() ?? '\n')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);

it('wraps each event, wherever the pieces of the answer are cut', () => {
  const events = [
    { type: 'ADDED', object: { name: 'ä\n' } },
    { type: 'DELETED', object: { name: 'b' } },
  ];
  const bytes = Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  const expected = events.map((event) => ({ type: 'event', watch: 'w', event }));
  for (let size = 1; size <= bytes.length; size++) {
    const cutter = new EventLines('w', new BegunEvents());
    const found: unknown[] = [];
    for (let from = 0; from < bytes.length; from += size)
      found.push(...lines(cutter.add(bytes.subarray(from, from + size))));
    expect(found).toEqual(expected);
  }
});

it('knows the Status of an ERROR event', () => {
  const cutter = new EventLines('w', new BegunEvents());
  const status = { kind: 'Status', code: 410, reason: 'Expired' };
  expect(lines(cutter.add(Buffer.from(`${JSON.stringify({ type: 'ERROR', object: status })}\n`)))).toHaveLength(1);
  expect(cutter.error).toEqual(status);
});

it.each(['{},"watch":"other"', '{},"type":"end","watch":"other"'])(
  'does not let an event of another API server speak for another watch: %s',
  (forged) => {
    const [line] = lines(
      new EventLines('w', new BegunEvents()).add(Buffer.from(`${forged.replace(/"$/, '","x":{}')}\n`)),
    );
    expect(line).toMatchObject({ type: 'event', watch: 'w' });
  },
);

it.each(['"text"', '[]', '<html>', '{"a":1', 'x}', ' '])('refuses the line %s', (line) => {
  expect(() => new EventLines('w', new BegunEvents()).add(Buffer.from(`${line}\n`))).toThrow(NotEvents);
});

it('refuses an event that never ends', () => {
  const cutter = new EventLines('w', new BegunEvents());
  const piece = Buffer.alloc(1_048_576, 'x');
  expect(() => {
    for (let i = 0; i < 40; i++) cutter.add(piece);
  }).toThrow(NotEvents);
});

it('refuses events of one stream that are too large together, until one of them is complete or ends', () => {
  const all = new BegunEvents();
  const piece = Buffer.from(`{"x":"${'x'.repeat(16_000_000)}`);
  const [first, second, third] = [new EventLines('a', all), new EventLines('b', all), new EventLines('c', all)];
  first.add(piece);
  second.add(piece);
  expect(() => third.add(piece)).toThrow(NotEvents);
  first.end();
  third.add(piece);
  second.add(Buffer.from('"}\n'));
  expect(first.add(piece)).toBeUndefined();
});

it('does not look into an error of megabytes, which an API server does not write', () => {
  const cutter = new EventLines('w', new BegunEvents());
  const status = { code: 410, message: 'x'.repeat(100_000) };
  cutter.add(Buffer.from(`${JSON.stringify({ type: 'ERROR', object: status })}\n`));
  expect(cutter.error).toEqual({});
});
