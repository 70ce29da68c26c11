import type { RequestContext } from '@orch/http';
import { decodeProtobufBody } from './decode-body.js';

const request = {
  user: { username: 'jane', groups: [] },
  impersonator: undefined,
  raw: {},
  signal: new AbortController().signal,
} as unknown as RequestContext;

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
