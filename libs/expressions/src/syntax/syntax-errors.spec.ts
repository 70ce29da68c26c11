import { STANDARD_MACROS } from './macros.js';
import { parseExpression } from './parser.js';

const issueOf = (text: string): string | undefined => {
  const parsing = parseExpression(text, { macros: STANDARD_MACROS, optionalSyntax: true });
  for (;;) {
    const { done, value } = parsing.next();
    if (done)
      return 'issues' in value ? value.issues.map(({ pos, message }) => `${pos + 1}: ${message}`).join() : undefined;
  }
};

/** The end of each list of tokens that start an expression. */
const REST = `'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}`;

describe('errors of syntax, as kube-apiserver 1.33 words them', () => {
  it.each([
    ['[', 2, `mismatched input '<EOF>' expecting {'[', ']', '{', '(', '.', ',', '-', '!', '?', ${REST}`],
    ['[1', 3, `mismatched input '<EOF>' expecting {']', ','}`],
    ['[1,', 4, `missing ']' at '<EOF>'`],
    ['[1,2', 5, `mismatched input '<EOF>' expecting {']', ','}`],
    ['[,', 3, `missing ']' at '<EOF>'`],
    ['[1 2]', 4, `extraneous input '2' expecting {']', ','}`],
    ['{', 2, `mismatched input '<EOF>' expecting {'[', '{', '}', '(', '.', ',', '-', '!', '?', ${REST}`],
    ['{1', 3, `mismatched input '<EOF>' expecting ':'`],
    ['{1:', 4, `mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', ${REST}`],
    ['{1:2', 5, `mismatched input '<EOF>' expecting {'}', ','}`],
    ['{1:2,', 6, `missing '}' at '<EOF>'`],
    ['{,', 3, `missing '}' at '<EOF>'`],
    ['{1:2 3', 6, `mismatched input '3' expecting {'}', ','}`],
    ['a{', 3, `mismatched input '<EOF>' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}`],
    ['a{b', 4, `mismatched input '<EOF>' expecting ':'`],
    ['a{b:', 5, `mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', ${REST}`],
    ['a{b:1', 6, `mismatched input '<EOF>' expecting {'}', ','}`],
    ['a{b:1,', 7, `missing '}' at '<EOF>'`],
    ['a{,', 4, `missing '}' at '<EOF>'`],
    ['a{b:1 c', 7, `mismatched input 'c' expecting {'}', ','}`],
    ['a{"x":1}', 3, `mismatched input '"x"' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}`],
    ['{"a":1,,}', 8, `extraneous input ',' expecting '}'`],
    ['[1,,]', 4, `extraneous input ',' expecting ']'`],
    ['a{b:1,,}', 7, `extraneous input ',' expecting '}'`],
    ['a.b{', 5, `mismatched input '<EOF>' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}`],
    ['[?', 3, `mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', ${REST}`],
    ['{?', 3, `mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', ${REST}`],
    ['a{?', 4, `mismatched input '<EOF>' expecting {IDENTIFIER, ESC_IDENTIFIER}`],
    ['a(', 3, `mismatched input '<EOF>' expecting {'[', '{', '(', ')', '.', '-', '!', ${REST}`],
    ['a(1', 4, `missing ')' at '<EOF>'`],
    ['a(1,', 5, `mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', ${REST}`],
    ['a.', 3, `no viable alternative at input '.'`],
    ['a[', 3, `mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', '?', ${REST}`],
    ['a[1', 4, `missing ']' at '<EOF>'`],
    ['a ? ', 5, `mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', ${REST}`],
    ['a ? b', 6, `mismatched input '<EOF>' expecting ':'`],
    ['a ? b :', 8, `mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', ${REST}`],
    ['(', 2, `mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', ${REST}`],
    ['(1', 3, `missing ')' at '<EOF>'`],
  ] as const)('%s', (text, column, message) => {
    expect(issueOf(text)).toBe(`${column}: Syntax error: ${message}`);
  });

  it.each(['[,]', '{,}', 'a{,}', '[1,]', '{1: 2,}', 'a{b: 1,}'])('%s is none', (text) => {
    expect(issueOf(text)).toBeUndefined();
  });
});
