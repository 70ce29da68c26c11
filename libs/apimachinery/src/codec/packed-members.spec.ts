import fc from 'fast-check';
import { packedJsonOf, packedMembersOf, packedTextsOf, parsePacked, sharePacked } from './packed-members.js';

const LONG = 'x'.repeat(70_000);

function run(text: string): { readonly value: unknown; readonly steps: number } {
  const work = parsePacked(Buffer.from(text));
  for (let steps = 1; ; steps++) {
    const step = work.next();
    if (step.done) return { value: step.value, steps };
  }
}
const packedIn = (value: unknown) => packedMembersOf(value as object) ?? [];

describe('parsePacked', () => {
  it('packs large members, also those of metadata, spec and status', () => {
    const object = {
      kind: 'Pod',
      metadata: { name: 'a', labels: { l: LONG } },
      spec: { containers: [{ args: [LONG] }], nodeName: 'n' },
      status: { phase: 'Running' },
      data: { a: LONG },
    };
    const { value, steps } = run(JSON.stringify(object));
    const { metadata, spec, status } = value as typeof object;
    expect([value, metadata, spec, status].map(packedIn)).toEqual([['data'], ['labels'], ['containers'], []]);
    expect(value).toEqual(object);
    expect(JSON.parse(JSON.stringify(value))).toEqual(object);
    expect({ ...spec }).toEqual(object.spec);
    expect(steps).toBeGreaterThan(5);
  });

  it('parses a packed member once in a turn, and only when it is read', () => {
    const parse = jest.spyOn(JSON, 'parse');
    const { value } = run(JSON.stringify({ spec: { a: [LONG], b: 1 } }));
    const { spec } = value as { readonly spec: { readonly a: readonly string[] } };
    const lengths = () => parse.mock.calls.map(([text]) => text.length).filter((length) => length > 60_000);
    expect(lengths()).toEqual([]);
    expect(spec.a).toBe(spec.a);
    expect(lengths()).toHaveLength(1);
    parse.mockRestore();
  });

  it('reads texts of a packed member without parsing it', () => {
    const labels = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`l${at}`, `v${at}`]));
    const { metadata } = run(JSON.stringify({ metadata: { labels, name: 'a' } })).value as {
      readonly metadata: object;
    };
    const parse = jest.spyOn(JSON, 'parse');
    const textOf = packedTextsOf(metadata, 'labels')!;
    expect(['l0', 'l9999', 'l10000', 'toString'].map(textOf)).toEqual(['v0', 'v9999', undefined, undefined]);
    expect(Math.max(...parse.mock.calls.map(([text]) => text.length))).toBeLessThan(100);
    parse.mockRestore();
    expect(packedTextsOf(metadata, 'name')).toBeUndefined();
    expect(packedTextsOf({}, 'labels')).toBeUndefined();
    expect(packedJsonOf(metadata, 'labels')?.toString()).toBe(JSON.stringify(labels));
  });

  it('does not keep the text that it was parsed from', () => {
    const json = Buffer.from(JSON.stringify({ data: { a: LONG } }));
    const work = parsePacked(json);
    let step = work.next();
    while (!step.done) step = work.next();
    json.fill(0);
    expect(step.value).toEqual({ data: { a: LONG } });
  });

  it('gives what JSON.parse gives', () => {
    const object = fc.dictionary(fc.constantFrom('metadata', 'spec', 'a', '__proto__', 'é"'), fc.jsonValue(), {
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(object, object, fc.constantFrom(0, 1), (of, spec, space) => {
        const text = JSON.stringify({ ...of, spec: { ...spec, long: [LONG] }, long: LONG }, null, space);
        expect(run(text).value).toEqual(JSON.parse(text));
      }),
      { numRuns: 60 },
    );
  });

  it('equal members of two states are one', () => {
    type Labelled = {
      readonly metadata: { readonly labels: readonly string[]; readonly annotations: readonly string[] };
    };
    const state = (annotation: string) =>
      run(JSON.stringify({ metadata: { labels: [LONG], annotations: [LONG, annotation] } })).value as Labelled;
    const [old, now] = [state('a'), state('b')];
    expect(now.metadata.labels).not.toBe(old.metadata.labels);
    sharePacked(old, now);
    expect(now.metadata.labels).toBe(old.metadata.labels);
    expect(now.metadata.annotations).toEqual([LONG, 'b']);
    sharePacked({ metadata: {} }, now);
    sharePacked(now, { metadata: null });
    expect(now.metadata.labels).toEqual([LONG]);
  });

  it('does not share a member that was deleted from the old object, or replaced in it', () => {
    const state = () =>
      run(JSON.stringify({ metadata: { labels: [LONG], annotations: [LONG] } })).value as { readonly metadata: object };
    const [old, now] = [state(), state()];
    Reflect.deleteProperty(old.metadata, 'labels');
    Object.defineProperty(old.metadata, 'annotations', { value: ['other'] });
    sharePacked(old, now);
    expect(now).toEqual({ metadata: { labels: [LONG], annotations: [LONG] } });
  });

  it('takes the last of several members of a name', () => {
    const text = `{"a":"${LONG}","a":1,"b":1,"b":"${LONG}"}`;
    const { value } = run(text);
    expect(value).toEqual({ a: 1, b: LONG });
    expect(packedIn(value)).toEqual(['b']);
  });

  it.each([
    `{"a":"${LONG}"`,
    `{"a":"${LONG}",}`,
    `{"a":"${LONG}" "b":1}`,
    `{"a" "${LONG}"}`,
    `{"a":"${LONG}"}}`,
    `[${LONG}]`,
  ])('refuses what is not JSON, case %#', (text) => expect(() => run(text)).toThrow(SyntaxError));
});
