import fc from 'fast-check';
import { decodeJson, decodeJsonSteps, decodeSmallJson } from './json.js';
import { replaceLoneSurrogates } from './lone-surrogates.js';

const replaced = (json: string): string => Buffer.from(replaceLoneSurrogates(Buffer.from(json))).toString();

describe('replaceLoneSurrogates', () => {
  it.each([
    ['a high one', '{"a":"x\\ud800y"}', '{"a":"x\\ufffdy"}'],
    ['a low one, in upper case', '{"\\uDC00":1}', '{"\\ufffd":1}'],
    ['two high ones before a low one', '"\\ud800\\ud83d\\ude00"', '"\\ufffd\\ud83d\\ude00"'],
    ['a low one before a high one', '"\\ude00\\ud83d"', '"\\ufffd\\ufffd"'],
    ['one before another escape', '"\\ud83d\\u0041"', '"\\ufffd\\u0041"'],
    ['one before an escaped backslash', '"\\ud83d\\\\ude00"', '"\\ufffd\\\\ude00"'],
    ['one after an escaped backslash', '"\\\\\\ud800"', '"\\\\\\ufffd"'],
    ['one at the end of a truncated text', '"\\ud800\\ude', '"\\ufffd\\ude'],
  ])('replaces %s', (_which, json, want) => expect(replaced(json)).toBe(want));

  it.each([
    ['no escapes', '{"a":"\u{1f600}"}'],
    ['pairs', '"\\ud83d\\ude00\\uD83D\\uDE00"'],
    ['other escapes', '"\\u0041\\ue000\\ud7ff\\n"'],
    ['escaped backslashes', '"\\\\ud800\\\\\\\\udc00"'],
    ['broken escapes', '"\\ud8\\ud80z\\u"'],
  ])('returns a text with %s as it is', (_what, json) => {
    const bytes = Buffer.from(json);
    expect(replaceLoneSurrogates(bytes)).toBe(bytes);
    expect(bytes.toString()).toBe(json);
  });

  it('replaces what has no form in UTF-8, and nothing else', () => {
    const part = fc.constantFrom('\\ud83d', '\\ude00', '\\\\', 'ud83d', '\\n', '\\u0041', 'x', '\u{1f600}');
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const json = `"${parts.join('')}"`;
        // UTF-8 has U+FFFD for a lone surrogate.
        expect(JSON.parse(replaced(json))).toBe(Buffer.from(JSON.parse(json) as string).toString());
      }),
    );
  });
});

describe('lone surrogates of bodies', () => {
  const whole = (body: string) => decodeJson(Buffer.from(body));
  const small = (body: string) => decodeSmallJson(Buffer.from(body));
  const inSteps = (body: string) => {
    const steps = decodeJsonSteps(Buffer.from(body));
    for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
  };
  const many = `,"list":[${'1,'.repeat(7_000)}1]`;
  const long = `,"text":"${'x'.repeat(600_000)}"`;

  it.each([
    ['whole', whole, ''],
    ['small', small, ''],
    ['in steps', inSteps, many],
    ['in steps, of more bytes', inSteps, long],
  ])('are U+FFFD in JSON decoded %s, and equal names are duplicates', (_how, decode, rest) => {
    const { value, duplicateFields } = decode(`{"\\ud800":"\\udfff","\\udc00":"b"${rest}}`)!;
    expect(Object.entries(value as object)[0]).toEqual(['\ufffd', 'b']);
    expect(duplicateFields).toEqual(['\ufffd']);
  });
});
