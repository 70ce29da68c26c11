import { parseQuery } from './query.js';

describe('a query', () => {
  const rows: [string, string, [string, string][]][] = [
    ['has names and values', 'a=1&b=x%2Cy', [['a', '1'], ['b', 'x,y']]],
    ['loses a pair with a semicolon', 'a=1;b=2&c=3', [['c', '3']]],
    ['loses a pair with a broken escape', 'a=%zz&b=%4&c=%&d=%41', [['d', 'A']]],
    ['keeps names without values', 'a&b=&=c', [['a', ''], ['b', ''], ['', 'c']]],
    ['is empty', '', []],
  ]; // prettier-ignore
  for (const [name, text, want] of rows) it(name, () => expect([...parseQuery(text)]).toEqual(want));
});
