import { requestTimeoutMs } from './request-timeout.js';

describe('requestTimeoutMs', () => {
  const rows: Array<[string | null, number]> = [
    [null, 60_000],
    ['', 60_000],
    ['0', 60_000],
    ['0s', 60_000],
    ['10s', 10_000],
    ['1m30s', 60_000],
    ['250ms', 250],
    ['1.5s', 1_500],
    ['2h', 60_000],
    ['-1s', 60_000],
    ['+5s', 5_000],
  ];
  for (const [text, want] of rows)
    it(`D-221 ${text} is ${want} ms`, () => expect(requestTimeoutMs(text, 60_000)).toBe(want));
  for (const bad of ['10', 's', '1d', '1s 2s', 'Infinity']) {
    it(`D-221 rejects ${bad}`, () => expect(() => requestTimeoutMs(bad, 60_000)).toThrow('invalid timeout'));
  }
});
