import { firstServiceAddress, parseClusterIpRanges, parsePortRange } from './service-ranges.js';

describe('service ranges', () => {
  it('start after the network address', () => {
    const firsts = parseClusterIpRanges(['10.96.0.0/12', 'fd00::/108']).map(firstServiceAddress);
    expect(firsts).toEqual(['10.96.0.1', 'fd00::1']);
  });

  const refused: [readonly string[], string][] = [
    [[], 'must be one range'],
    [['10.0.0.0'], 'is not a range'],
    [['10.0.0.0/30'], 'at least 8 addresses'],
    [['10.0.0.0/8'], 'too large'],
    [['10.0.0.0/24', '10.1.0.0/24'], 'different families'],
    [['10.0.0.0/24', 'fd00::/112', 'fd01::/112'], 'must be one range'],
  ];
  for (const [texts, why] of refused)
    it(`${texts.join(',') || 'none'}: ${why}`, () => expect(() => parseClusterIpRanges(texts)).toThrow(why));

  it('of ports include both ends', () =>
    expect(parsePortRange('30000-30009')).toEqual({ first: 30_000, last: 30_009, text: '30000-30009' }));
  for (const text of ['', '30000', '0-5', '5-4', '1-70000', '1-2-3', 'a-b'])
    it(`of ports: rejects ${JSON.stringify(text)}`, () => expect(() => parsePortRange(text)).toThrow('is not a range'));
});
