import type { RequestContext } from '@orch/http';
import { decodeJsonBody, decodeProtobufBody } from './decode-body.js';

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
