import fc from 'fast-check';
import { decodeContinueToken, encodeContinueToken } from './continue-token.js';

const token = encodeContinueToken({ revision: 7, key: 't1/x', resource: 'configmaps' });
const encode = (text: string): string => Buffer.from(text).toString('base64url');
const refusal = expect.objectContaining({
  code: 400,
  message: expect.stringMatching(/^invalid continue token: continue key is not valid: /),
});

describe('continue token', () => {
  it('C-059 is URL-safe and round-trips', () =>
    fc.assert(
      fc.property(
        fc.option(fc.nat(), { nil: undefined }),
        fc.string({ minLength: 1 }),
        fc.string(),
        fc.option(fc.nat(), { nil: undefined }),
        (revision, key, resource, issuedMs) => {
          const text = encodeContinueToken({ revision, key, resource, issuedMs });
          expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
          expect(decodeContinueToken(text, resource)).toEqual({ revision, key, issuedMs });
        },
      ),
    ));
  it('C-054 without a revision continues in the newest data', () => {
    const text = encodeContinueToken({ revision: -1, key: 't1/x', resource: 'configmaps' });
    expect(text).toBe(encodeContinueToken({ key: 't1/x', resource: 'configmaps' }));
    expect(decodeContinueToken(text, 'configmaps')).toEqual({ revision: undefined, key: 't1/x' });
  });
  it('A-073 of an earlier release is accepted, without issue time', () =>
    expect(decodeContinueToken(encode('[1,7,"x","configmaps"]'), 'configmaps')).toEqual({ revision: 7, key: 'x' }));
  it('C-059 is bound to its collection', () => expect(() => decodeContinueToken(token, 'secrets')).toThrow(refusal));

  const garbage: [name: string, text: string][] = [
    ['words', 'garbage'],
    ['nothing', ''],
    ['padding', `${token}=`],
    ['a cut', token.slice(0, -3)],
    ['another alphabet', `${token}+/`],
    ['no array', encode('{"key":"x"}')],
    ['another layout', encode('[2,7,"x","configmaps"]')],
    ['too few fields', encode('[1,7,"x"]')],
    ['too many fields', encode('[2,7,"x","configmaps",1,1]')],
    ['a time in the layout without one', encode('[1,7,"x","configmaps",1]')],
    ['a time in words', encode('[2,7,"x","configmaps","1"]')],
    ['a revision in words', encode('[1,"7","x","configmaps"]')],
    ['a negative revision', encode('[1,-2,"x","configmaps"]')],
    ['a broken revision', encode('[1,1.5,"x","configmaps"]')],
    ['no key', encode('[1,7,"","configmaps"]')],
    ['a key that is not a string', encode('[1,7,["x"],"configmaps"]')],
    ['too much', encode(`[1,7,"${'x'.repeat(10_000)}","configmaps"]`)],
  ];
  for (const [name, text] of garbage) {
    it(`C-055 refuses ${name}`, () => expect(() => decodeContinueToken(text, 'configmaps')).toThrow(refusal));
  }
});
