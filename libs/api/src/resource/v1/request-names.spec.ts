import type { DeviceClaim } from './device-requests.js';
import { requestNamesOf } from './device-requests.validation.js';

describe('names of the requests of a claim', () => {
  const claim = (alternatives: number) =>
    ({
      requests: [{ name: 'r', firstAvailable: Array.from({ length: alternatives }, (_, at) => ({ name: `a${at}` })) }],
    }) as unknown as DeviceClaim;

  it('are those of requests and alternatives', () =>
    expect([...requestNamesOf(claim(2))]).toEqual(['r', 'r/a0', 'r/a1']));
  it('are not made for more alternatives than are allowed', () => expect(requestNamesOf(claim(1_000)).size).toBe(9));
});
