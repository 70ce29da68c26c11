import { csvOf } from './csv';

describe('csvOf', () => {
  test('quotes what needs quotes', () => {
    expect(csvOf([['a,b', 'say "x"', 'plain']])).toBe('"a,b","say ""x""",plain\r\n');
  });

  test('what has another separator stays one cell', () => {
    expect(csvOf([['a;=1+1', 'b\t=1+1']])).toBe('"a;=1+1","b\t=1+1"\r\n');
  });

  test('texts that a spreadsheet would run are kept texts; numbers stay numbers', () => {
    expect(csvOf([['=HYPERLINK("x")', '@SUM', '-5', '-x']])).toBe(`"'=HYPERLINK(""x"")",'@SUM,-5,'-x\r\n`);
  });
});
