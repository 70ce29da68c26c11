import { ExpressionLanguage, type CompiledExpression } from '../environment.js';
import { Meter } from '../values/meter.js';
import { Fault } from '../values/values.js';

const language = new ExpressionLanguage({ variables: {} });
const evaluate = (text: string): unknown =>
  (language.compile(text) as CompiledExpression).evaluate([], new Meter(1_000_000));

it.each([
  ['"a😀b😀c".charAt(1)', '😀'],
  ['"a😀b😀c".charAt(4)', 'c'],
  ['"a😀b😀c".charAt(5)', ''],
  ['"a😀b😀c".indexOf("b")', 2n],
  ['"a😀b😀c".indexOf("😀", 2)', 3n],
  ['"a😀b😀c".indexOf("a", 1)', -1n],
  ['"a😀b😀c".indexOf("c", 9)', -1n],
  ['"a😀b😀c".lastIndexOf("😀")', 3n],
  ['"a😀b😀c".lastIndexOf("😀", 2)', 1n],
  ['"a😀b😀c".substring(1, 3)', '😀b'],
  ['"a😀b😀c".substring(3)', '😀c'],
  ['"a😀b😀c".substring(5)', ''],
  ['"a😀b".split("")', ['a', '😀', 'b']],
  ['"a😀b".split("", 2)', ['a', '😀b']],
  ['"a😀".replace("", "-")', '-a-😀-'],
])('positions in a text are those of its characters, not of units: %s', (text, result) => {
  expect(evaluate(text)).toEqual(result);
});

it.each([
  ['"a😀".charAt(3)', 'index out of range: 3'],
  ['"a😀".substring(3)', 'index out of range: 3'],
  ['"a😀".substring(0, 3)', 'index out of range: 3'],
])('positions after the end are refused: %s', (text, message) => {
  const result = evaluate(text);
  expect(result).toBeInstanceOf(Fault);
  expect(result).toMatchObject({ message: expect.stringContaining(message) as unknown });
});
