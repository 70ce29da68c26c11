import { csvOf } from './csv';

describe('csvOf', () => {
  test('quotes what needs quotes', () => {
    expect(csvOf([['a,b', 'say "x"', 'plain']])).toBe('"a,b","say ""x""",plain\r\n');
  });

  test('texts that a spreadsheet would run are kept texts; numbers stay numbers', () => {
    expect(csvOf([['=HYPERLINK("x")', '@SUM', '-5', '-x']])).toBe(`"'=HYPERLINK(""x"")",'@SUM,-5,'-x\r\n`);
  });
});
