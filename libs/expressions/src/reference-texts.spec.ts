import { CompileFailure, EVALUATION_COST_LIMIT, ExpressionLanguage, type CompiledExpression } from './environment.js';
import { Meter } from './values/meter.js';
import { Fault } from './values/values.js';

const compiled = (text: string): CompiledExpression | CompileFailure =>
  new ExpressionLanguage({ variables: {} }).compile(text);
function shown(text: string): unknown {
  const program = compiled(text);
  if (program instanceof CompileFailure) throw new Error(program.text);
  const result = program.evaluate([], new Meter(EVALUATION_COST_LIMIT));
  return result instanceof Fault ? result.message : result;
}
const format = (value: string): string => `'%s'.format([${value}])`;

describe('texts of kube-apiserver 1.33', () => {
  it.each([
    ["string(timestamp('2023-12-31T23:59:59.5+02:30'))", '2023-12-31T23:59:59.5+02:30'],
    [format("timestamp('2024-02-29T12:00:00-08:00')"), '2024-02-29T12:00:00-08:00'],
    ["string(timestamp('2024-02-29T12:00:00-08:00') + duration('13h'))", '2024-03-01T01:00:00-08:00'],
    ["string(timestamp('2024-02-29T12:00:00-08:00').getHours())", '20'],
    ["string(timestamp('2024-02-29T12:00:00-08:00').getHours('UTC'))", '20'],
    ["string(timestamp('2024-02-29T23:00:00-08:00').getDate())", '1'],
    ["string(timestamp('2024-01-01T00:00:00+00:00'))", '2024-01-01T00:00:00Z'],
    ["string(duration('-474786h11m17.734567891s'))", '-1709230277.7345679s'],
    ["string(duration('1ns'))", '0.000000001s'],
    ["string(duration('1.5s'))", '1.5s'],
    [format('[-0.0, 2.5, 0.0/0.0, -1.0/0.0]'), '[-0.000000, 2.500000, "NaN", "-Inf"]'],
    [format('[type(1), 1u]'), '[int, 1]'],
    [format("{10: 'b', 1: 'a\\x07'}"), '{1:"a\\a", 10:"b"}'],
    [
      "'%b'.format([dyn('a')])",
      'error during formatting: only integers and bools can be formatted as binary, was given string',
    ],
    [format("[dyn(ip('::1'))]"), 'error during formatting: no formatting function for net.IP'],
    ["[3, 1].first().value() == 3 && [3, 1].last().value() == 1 && ![].first().hasValue() ? 'yes' : 'no'", 'yes'],
    ["[optional.of('a'), optional.none(), optional.of('b')].unwrapOpt().join()", 'ab'],
    ["optional.unwrap([optional.of('a'), optional.none()]).join()", 'a'],
  ])('%s is %p', (text, expected) => expect(shown(text)).toBe(expected));
});

describe('addresses, zones and URLs that are refused, as Go words it', () => {
  it.each([
    ["ip('1.2.3')", 'ParseAddr("1.2.3"): IPv4 address too short'],
    ["ip('01.2.3.4')", 'ParseAddr("01.2.3.4"): IPv4 field has octet with leading zero'],
    ["ip('1.2.3.256')", 'ParseAddr("1.2.3.256"): IPv4 field has value >255'],
    ["ip('1.2.3.4.5')", 'ParseAddr("1.2.3.4.5"): IPv4 address too long'],
    ["ip('1..2.3')", 'ParseAddr("1..2.3"): IPv4 field must have at least one digit (at ".2.3")'],
    ["ip('a.b.c')", 'ParseAddr("a.b.c"): unexpected character (at "a.b.c")'],
    ["ip('1::2::3')", 'ParseAddr("1::2::3"): multiple :: in address (at ":3")'],
    ["ip('12345::')", 'ParseAddr("12345::"): each group must have 4 or less digits (at "12345::")'],
    ["ip('x:y')", 'ParseAddr("x:y"): each colon-separated field must have at least one digit (at "x:y")'],
    ["ip('1:2:3:4:5:6:7:8:9')", 'ParseAddr("1:2:3:4:5:6:7:8:9"): trailing garbage after address (at "9")'],
    ["ip('1:')", 'ParseAddr("1:"): colon must be followed by more characters (at ":")'],
    ["ip('::1.2.3')", 'ParseAddr("::1.2.3"): IPv4 address too short'],
    ["ip('%a')", 'ParseAddr("%a"): missing IPv6 address'],
    ["ip('x')", 'ParseAddr("x"): unable to parse IP'],
    ["cidr('10.0.0/8')", 'netip.ParsePrefix("10.0.0/8"): ParseAddr("10.0.0"): IPv4 address too short'],
    ["cidr('10.0.0.0/08')", 'netip.ParsePrefix("10.0.0.0/08"): bad bits after slash: "08"'],
    ["cidr('::/129')", 'netip.ParsePrefix("::/129"): prefix length out of range'],
    ["cidr('fe80::%a/10')", 'netip.ParsePrefix("fe80::%a/10"): IPv6 zones cannot be present in a prefix'],
    ["timestamp('2024-01-01T00:00:00Z').getHours('a:b')", 'strconv.Atoi: parsing "a": invalid syntax'],
    ["url('http://%41/')", 'parse "http://%41/": invalid URL escape "%41"'],
    ["url('http://u:p%@h/')", 'parse "http://u:p%@h/": invalid URL escape "%"'],
  ])('%s', (text, message) => expect(shown(text)).toEqual(expect.stringContaining(message)));

  it('keeps what is valid', () => {
    expect(shown("url('http://[fe80::1%25eth0]/').getHost()")).toBe('[fe80::1%eth0]');
    expect(shown("url('https://a@b:c@h:8/x').getHost()")).toBe('h:8');
    expect(shown("timestamp('2024-01-01T00:00:00Z').getHours('+1:0')")).toBe(1n);
    expect(shown("timestamp('2024-01-01T00:00:00Z').getMinutes('-01:30')")).toBe(30n);
  });
});

describe('constants that cannot be converted', () => {
  it.each([
    ["bool('my-name')", "type conversion error from 'string' to 'bool'"],
    ["true ? 1u : uint('x')", "type conversion error from 'string' to 'uint'"],
    ['[1].exists(x, x == int(1e100))', 'integer overflow'],
    ['uint(int(string(-1)))', 'unsigned integer overflow'],
    ["find('a', '(') == string(uint('x'))", 'error parsing regexp: missing closing ): `(`'],
  ])('%s is not instantiated', (text, problem) =>
    expect((compiled(text.replace("find('a', '(')", "'a'.find('(')")) as CompiledExpression).problem).toBe(problem),
  );

  it('does not refuse what is not constant, or can be converted', () => {
    expect((compiled("['1', 'x'].all(t, int(t) > 0) && bool('true')") as CompiledExpression).problem).toBeUndefined();
  });

  it('ends for constants whose conversion takes long', () => {
    const levels = 60;
    const text = `${'bytes(string('.repeat(levels)}b'${'a'.repeat(50_000)}'${'))'.repeat(levels)} == b''`;
    expect((compiled(text) as CompiledExpression).problem).toBeUndefined();
  });
});

describe('literals', () => {
  const issues = (text: string): readonly string[] =>
    (compiled(text) as CompileFailure).issues.map(({ message }) => message);

  it.each([
    ['timestamp(9223372036854775807)', 'invalid timestamp argument'],
    [format('[?optional.none(), 1]'), STRING_CLAUSE('optional_type')],
    [format("{'a': [url('https://a')]}"), STRING_CLAUSE('kubernetes.URL')],
    [
      "'%x'.format([1.5])",
      'error during formatting: only integers, byte buffers, and strings can be formatted as hex, was given double',
    ],
    [
      "'%.f'.format([1.0])",
      'could not parse formatting clause: error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax',
    ],
    [
      "'%.2'.format([1.0])",
      'could not parse formatting clause: error while parsing precision: could not find end of precision specifier',
    ],
    ["'%q'.format([])", 'index 0 out of range'],
    ["'%'.format([])", 'unexpected end of string'],
  ])('%s is refused: %s', (text, message) => expect(issues(text)).toEqual([message]));
});

function STRING_CLAUSE(type: string): string {
  return `error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given ${type}`;
}

it('reads long hosts with many escapes in linear time', () => {
  expect(shown(`url('http://[${'%25'.repeat(30_000)}]/').getHost().size() == 30002 ? 'ok' : 'no'`)).toBe('ok');
});
