import type { RequestContext } from '@orch/http';
import { decodeJsonBody, decodeProtobufBody, decodeYamlBody } from './decode-body.js';

const request = {
  user: { username: 'jane', groups: [] },
  impersonator: undefined,
  raw: {},
  signal: new AbortController().signal,
} as unknown as RequestContext;

describe('decodeJsonBody', () => {
  it('returns the bytes as they were received, with U+FFFD for lone surrogates', async () => {
    const usual = Buffer.from('{"a":"\\ud83d\\ude00"}');
    expect((await decodeJsonBody(usual, request)).json).toBe(usual);
    for (const rest of ['', `,"b":"${'x'.repeat(100_000)}"`]) {
      const { body, json } = await decodeJsonBody(Buffer.from(`{"a":"\\ud800"${rest}}`), request);
      expect(body.value).toMatchObject({ a: '\ufffd' });
      expect(Buffer.from(json!).toString()).toBe(`{"a":"\\ufffd"${rest}}`);
    }
  });
});

describe('decodeYamlBody', () => {
  const decode = (text: string) => decodeYamlBody(Buffer.from(text), request);

  it('C-116 names the lines of keys that JSON repeats', async () => {
    const { body, json } = await decode('{\n\t"a": {"b": 1,\n\t\t"b": 2},\n\t"a": {"c": "\\ud83d\\ude00\\/"}\n}');
    expect(body).toEqual({
      value: { a: { c: '\u{1f600}/' } },
      duplicateFields: ['a.b', 'a'],
      duplicateKeys: ['line 3: key "b" already set in map', 'line 4: key "a" already set in map'],
    });
    expect(json).toBeUndefined();
  });

  it('C-116 names the paths in JSON that is too large for a parser of YAML on the event loop', async () => {
    const { body } = await decode(`{"a": 1, "b": "${'x'.repeat(40_000)}", "a": 2}`);
    expect(body).toMatchObject({ value: { a: 2 }, duplicateFields: ['a'] });
    expect(body.duplicateKeys).toBeUndefined();
  });
});

describe('decodeProtobufBody', () => {
  const lengthOf = (bytes: Uint8Array): number => bytes.length;

  it('decodes a small body at once', () =>
    expect(decodeProtobufBody(Buffer.alloc(10), request, lengthOf)).toMatchObject({ body: { value: 10 } }));

  it('decodes a large body in the turns that users share', async () => {
    const decoded = decodeProtobufBody(Buffer.alloc(100_000), request, lengthOf);
    expect(decoded).toBeInstanceOf(Promise);
    expect(await decoded).toMatchObject({ body: { value: 100_000 } });
  });
});
