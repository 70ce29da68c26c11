import { EventLines, NotEvents } from './event-lines.js';

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
    const cutter = new EventLines('w');
    const found: unknown[] = [];
    for (let from = 0; from < bytes.length; from += size)
      found.push(...lines(cutter.add(bytes.subarray(from, from + size))));
    expect(found).toEqual(expected);
  }
});

it('knows the Status of an ERROR event', () => {
  const cutter = new EventLines('w');
  const status = { kind: 'Status', code: 410, reason: 'Expired' };
  expect(lines(cutter.add(Buffer.from(`${JSON.stringify({ type: 'ERROR', object: status })}\n`)))).toHaveLength(1);
  expect(cutter.error).toEqual(status);
});

it.each(['{},"watch":"other"', '{},"type":"end","watch":"other"'])(
  'does not let an event of another API server speak for another watch: %s',
  (forged) => {
    const [line] = lines(new EventLines('w').add(Buffer.from(`${forged.replace(/"$/, '","x":{}')}\n`)));
    expect(line).toMatchObject({ type: 'event', watch: 'w' });
  },
);

it.each(['"text"', '[]', '<html>', '{"a":1', 'x}', ' '])('refuses the line %s', (line) => {
  expect(() => new EventLines('w').add(Buffer.from(`${line}\n`))).toThrow(NotEvents);
});

it('refuses an event that never ends', () => {
  const cutter = new EventLines('w');
  const piece = Buffer.alloc(1_048_576, 'x');
  expect(() => {
    for (let i = 0; i < 40; i++) cutter.add(piece);
  }).toThrow(NotEvents);
});
