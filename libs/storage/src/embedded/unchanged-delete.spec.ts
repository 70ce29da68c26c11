import fc from 'fast-check';

import { lastState, unchangedDelete, withDigits } from './unchanged-delete.js';

const revision = fc.integer({ min: 1, max: 2 ** 48 - 1 });
const digits = fc.string({ unit: fc.constantFrom(...'0123456789"{}'), maxLength: 12 });

describe('a delete whose last state is the current value', () => {
  it('is rebuilt from the current value and its own revision', () => {
    fc.assert(
      fc.property(digits, digits, revision, revision, (head, tail, current, own) => {
        const last = { bytes: Buffer.from(head + tail), revisionAt: head.length };
        const value = Buffer.from(head + String(current) + tail);
        const written = unchangedDelete(value, current, last)!;
        const rebuilt = lastState(Buffer.from(written.bytes), own, { value, revision: current });
        expect(rebuilt.toString()).toBe(head + String(own) + tail);
        expect(withDigits(last, own)).toEqual(rebuilt);
      }),
    );
  });

  it.each([
    ['other content', '{"rv":"7","a":1}', '{"rv":"","a":2}', 7],
    ['more content', '{"rv":"7"}', '{"rv":"","a":2}', 7],
    ['less content', '{"rv":"7","a":2}', '{"rv":""}', 7],
    ['another revision', '{"rv":"8"}', '{"rv":""}', 7],
  ])('is none with %s', (_what, current, last, at) => {
    expect(unchangedDelete(Buffer.from(current), at, { bytes: Buffer.from(last), revisionAt: 7 })).toBeUndefined();
  });

  it('does not apply to values without a revision', () => {
    expect(unchangedDelete(Buffer.from('a'), 1, { bytes: Buffer.from('a'), revisionAt: undefined })).toBeUndefined();
  });
});
