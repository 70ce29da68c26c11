import { timeParseError } from './time-parse-error.js';

const SECONDS = '"2006-01-02T15:04:05Z07:00"';
const MICRO = '"2006-01-02T15:04:05.000000Z07:00"';

describe('timeParseError', () => {
  it.each([
    ['x', `parsing time "x" as ${SECONDS}: cannot parse "x" as "2006"`],
    ['', `parsing time "" as ${SECONDS}: cannot parse "" as "2006"`],
    ['2020-01-01T00:00:00', `parsing time "2020-01-01T00:00:00" as ${SECONDS}: cannot parse "" as "Z07:00"`],
    ['2020-01-01 00:00:00Z', `parsing time "2020-01-01 00:00:00Z" as ${SECONDS}: cannot parse " 00:00:00Z" as "T"`],
    ['2020-1-01T00:00:00Z', `parsing time "2020-1-01T00:00:00Z" as ${SECONDS}: cannot parse "1-01T00:00:00Z" as "01"`],
    ['2020-13-01T00:00:00Z', 'parsing time "2020-13-01T00:00:00Z": month out of range'],
    ['2021-02-29T00:00:00Z', 'parsing time "2021-02-29T00:00:00Z": day out of range'],
    ['2020-01-01T24:00:00Z', 'parsing time "2020-01-01T24:00:00Z": hour out of range'],
    ['2020-01-01T00:61:00Z', 'parsing time "2020-01-01T00:61:00Z": minute out of range'],
    ['2020-01-01T00:00:61Z', 'parsing time "2020-01-01T00:00:61Z": second out of range'],
    ['2020-01-01T00:00:00+25:00', 'parsing time "2020-01-01T00:00:00+25:00": time zone offset hour out of range'],
    ['2020-01-01T00:00:00Zx', 'parsing time "2020-01-01T00:00:00Zx": extra text: "x"'],
    ['"é\n', `parsing time "\\"\\xc3\\xa9\\x0a" as ${SECONDS}: cannot parse "\\"\\xc3\\xa9\\x0a" as "2006"`],
  ])('says why %j is not a time', (text, message) => expect(timeParseError(text, false)).toBe(message));

  it('requires six decimals for microseconds', () =>
    expect(timeParseError('2020-01-01T00:00:00Z', true)).toBe(
      `parsing time "2020-01-01T00:00:00Z" as ${MICRO}: cannot parse "Z" as ".000000"`,
    ));

  it('returns undefined for a valid time', () => {
    expect(timeParseError('2020-02-29T23:59:59.5+01:00', false)).toBeUndefined();
    expect(timeParseError('2020-02-29T23:59:59.123456Z', true)).toBeUndefined();
  });

  it('quotes the beginning of a long text', () =>
    expect(timeParseError('x'.repeat(1e6), false)?.length).toBeLessThan(250));
});
