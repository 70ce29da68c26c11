import { ApiError } from '@orch/apimachinery';
import { ByteBudget } from './byte-budget.js';
import { RecordedBodies } from './recorded-bodies.js';

describe('RecordedBodies', () => {
  it('of all requests under way hold no more than the budget', () => {
    const budget = new ByteBudget(100);
    const make = () => new RecordedBodies({ request: false, answer: true }, budget);
    const [first, second] = [make(), make()];
    first.answer?.(Buffer.alloc(60, '1'));
    second.answer?.(Buffer.alloc(60, '1'));
    expect([first.tooLong, second.tooLong]).toEqual([false, true]);
    expect(first.responseObject(false)?.text).toHaveLength(60);
    expect(second.responseObject(false)).toBeUndefined();
    first.release();
    const third = make();
    third.answer?.(Buffer.alloc(100, '1'));
    expect(third.tooLong).toBe(false);
  });

  it('count request bodies, which are held until the client has read the answer', () => {
    const budget = new ByteBudget(100);
    const make = () => new RecordedBodies({ request: true, answer: true }, budget);
    const [json, yaml] = [make(), make()];
    void json.body({}, Buffer.from('{"a":1}'), 7);
    expect(json.requestObject(false)?.text).toBe('{"a":1}');
    void yaml.body({ metadata: { name: 'x' } }, undefined, 20); // decoded, it takes more than its text
    expect([yaml.tooLong, yaml.name, yaml.requestObject(false)]).toEqual([true, 'x', undefined]);
    json.release();
    expect(budget.take(100)).toBe(true);
  });

  it('have the Status of a failure as the answer, also after a part of a list', () => {
    const bodies = new RecordedBodies({ request: false, answer: true }, new ByteBudget(100));
    bodies.answer!(Buffer.from('{"kind":"PodList","items":[{}'));
    const status = ApiError.badRequest('no answer').toStatus();
    bodies.answer!(Buffer.from(JSON.stringify({ kind: 'Status' })));
    const { text } = bodies.responseObject(true, { status, unexpected: false })!;
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(status)));
  });

  it.each([true, false])(
    'have no answer while only a part of a list is recorded, without managedFields: %s',
    (omit) => {
      const bodies = new RecordedBodies({ request: false, answer: true }, new ByteBudget(100));
      bodies.isPartial = true;
      bodies.answer!(Buffer.from('{"kind":"PodList","items":[{}'));
      expect(bodies.responseObject(omit)).toBeUndefined();
      bodies.answer!(Buffer.from(']}'));
      bodies.isPartial = false;
      expect(bodies.responseObject(omit)?.text).toBe('{"kind":"PodList","items":[{}]}');
    },
  );

  it('take no more of an answer that exceeds the limit', () => {
    const bodies = new RecordedBodies({ request: true, answer: true }, new ByteBudget(100));
    expect([60, 60, 1].map((bytes) => bodies.answer!(Buffer.alloc(bytes, '1')))).toEqual([true, false, false]);
  });

  it('are encoded in turns where a large request body is not JSON', async () => {
    const bodies = new RecordedBodies({ request: true, answer: false }, new ByteBudget(10_000_000));
    const value = { data: { a: '\u0001'.repeat(1_000_000) } };
    const recorded = bodies.body(value, undefined, 1_000_000);
    expect([recorded instanceof Promise, bodies.refused]).toEqual([true, true]);
    await recorded;
    expect([bodies.refused, bodies.requestObject(false)?.text]).toEqual([false, JSON.stringify(value)]);
  });

  it('leave out a request body of more than 8 MiB as JSON, and release its memory', async () => {
    const budget = new ByteBudget(16_000_000);
    const bodies = new RecordedBodies({ request: true, answer: false }, budget);
    await bodies.body({ data: { a: '\u0001'.repeat(2_000_000) } }, undefined, 2_000_000);
    expect([bodies.tooLong, bodies.requestObject(false)]).toEqual([true, undefined]);
    expect(budget.take(16_000_000)).toBe(true);
  });

  it.each([
    [undefined, 'null'],
    ['a', '"a"'],
    [[1], '[1]'],
  ])('have a request body that is not an object, %j', (value, text) => {
    const bodies = new RecordedBodies({ request: true, answer: false }, new ByteBudget(100));
    void bodies.body(value, undefined, 3);
    expect(bodies.requestObject(false)?.text).toBe(text);
  });
});
