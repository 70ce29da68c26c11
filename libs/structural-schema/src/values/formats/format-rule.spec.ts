import { formatRule } from './format-rule.js';

/** Texts that kube-apiserver 1.33 accepts and refuses, by format. */
const FACTS: readonly (readonly [format: string, accepted: readonly string[], refused: readonly string[]])[] = [
  ['bsonobjectid', ['507f1f77bcf86cd799439011'], ['507f1f77bcf86cd79943901', '507f1f77bcf86cd79943901g']],
  [
    'uri',
    [
      'http://a',
      '/x',
      '*',
      'mailto:x',
      'http://[::1]:80/',
      'http://a:80:90/',
      'foo://a:1:90',
      'http://%ff/',
      'http://u:p@h/',
      '/a%20',
      '//h/p',
      'http://h?x#y%zz',
      'a:b c',
      'http://日本/',
      'http://[fe80::1%25en0]/',
      'http://a<b/',
    ],
    [
      'a',
      '',
      'http://[::1',
      'http://a b/',
      'http://a:x/',
      'http://%41/',
      'http://u^@h/',
      ':a',
      '1a:b',
      '/a%zz',
      'http://a/\u0001',
      'http://[1.2.3.4]/',
      'http://a|b/',
    ],
  ],
  [
    'email',
    ['a@b', 'a@b.c', 'A B <a@b>', '<a@b>', '"x y"@b', 'a@b (c)', 'a@[1.2.3.4]', 'ä@ö', ' a@b', 'A. B <a@b> (x(y))'],
    ['a', '@b', 'a@', 'a..b@c', '.a@b', 'a@[x]', 'a b@c', 'x <a@b', '""@b', 'a@b,c@d'],
  ],
  [
    'hostname',
    [
      'a',
      'a.bc',
      '1a',
      'a-',
      'a.com',
      'a.a.a.a.a.a.a.a.a.a.com',
      'ä',
      'localhost',
      'example.london',
      '😀.com',
      'a-b.co',
    ],
    ['a.b', '-a', 'a_b', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'a.ä1', 'a.1', 'a--b'],
  ],
  ['ipv4', ['1.2.3.4', '01.2.3.4', '::ffff:1.2.3.4'], ['1.2.3', '::1', '1.2.3.256', '']],
  ['ipv6', ['::1', '::ffff:1.2.3.4', '1:2:3:4:5:6:7:8'], ['1.2.3.4', 'fe80::1%eth0', 'g::1']],
  ['cidr', ['1.2.3.0/24', '::/0', '010.0.0.0/8', '1.2.3.0/024'], ['1.2.3.4/33', '1.2.3.4']],
  [
    'mac',
    ['01:23:45:67:89:ab', '01-23-45-67-89-ab', '0123.4567.89ab', '02:00:5e:10:00:00:00:01'],
    ['01:23:45:67:89', '01:23-45:67:89:ab'],
  ],
  ['uuid', ['6ba7b810-9dad-11d1-80b4-00c04fd430c8', '6BA7B8109DAD11D180B400C04FD430C8'], ['x']],
  ['uuid3', ['6ba7b810-9dad-31d1-80b4-00c04fd430c8'], ['6ba7b810-9dad-11d1-80b4-00c04fd430c8']],
  ['uuid4', ['6ba7b810-9dad-41d1-80b4-00c04fd430c8'], ['6ba7b810-9dad-41d1-70b4-00c04fd430c8']],
  ['uuid5', ['6ba7b810-9dad-51d1-80b4-00c04fd430c8'], ['6ba7b810-9dad-41d1-80b4-00c04fd430c8']],
  ['isbn', ['0321751043', '978-0321751041'], ['0321751044', 'x']],
  ['isbn10', ['0321751043', '0-321-75104-3', '080442957X'], ['0321751044']],
  ['isbn13', ['978-0321751041'], ['9780321751042']],
  ['creditcard', ['4111111111111111', '4111 1111 1111 1111', '5555555555554444'], ['4111111111111112', '1']],
  ['ssn', ['123-45-6789', '123 45 6789'], ['123456789', '12-345-6789']],
  ['hexcolor', ['#fff', 'fff', '#ABCDEF'], ['#ffff']],
  ['rgbcolor', ['rgb(1,2,3)', 'rgb( 1 , 2 , 3 )'], ['rgb(256,1,1)', 'rgb(1,2,2559)', 'rgb(01,2,3)']],
  ['byte', ['YQ==', 'YWJj', 'YWJjZA=='], ['YQ=', 'YQ', '', 'a b=', 'Y===']],
  ['password', ['x', ''], []],
  ['date', ['2006-01-02', '2004-02-29', '0000-01-01'], ['2006-02-30', '2006-1-2', 'x']],
  [
    'duration',
    ['1h', '22 ns', '3 days', '1.5h', '-1h', '1 weekend', '1h30m', '1d2x', '3 MIN', '2 milliseconds', '.5s', '1e3s'],
    ['x', '', '5', '99999999999999999999 s', '1 hrs'],
  ],
  [
    'datetime',
    ['2014-12-15T19:30:20.000Z', '2014-12-15t19:30:20z', '2014-12-15T19:30:20+01:00'],
    ['2014-12-15 19:30:20', '2014-12-15T24:00:00Z', '2014-12-15T19:30:20', '2014-12-15T19:30:60Z', 'x'],
  ],
  ['date-time', ['2014-12-15T19:30:20Z'], ['x']],
  ['int32', ['x'], []],
  ['foo', ['x'], []],
];

describe('formatRule', () => {
  it.each(FACTS)('%s', (format, accepted, refused) => {
    const rule = formatRule(format);
    const holds = (text: string): boolean => rule === undefined || rule.holds(text);
    expect(accepted.filter((text) => !holds(text))).toEqual([]);
    expect(refused.filter(holds)).toEqual([]);
  });

  it('has no rule for formats that say nothing, and ignores dashes', () => {
    expect(formatRule('int32')).toBeUndefined();
    expect(formatRule('')).toBeUndefined();
    expect(formatRule('toString')).toBeUndefined();
    expect(formatRule('date-time')?.name).toBe('date-time');
    expect(formatRule('u-u-i-d')?.holds('x')).toBe(false);
  });

  it('takes time in proportion to the length of a hostile text', () => {
    const long = 'a'.repeat(200_000);
    const texts = [
      long,
      `${long}@`,
      `"${long}`,
      `(${'('.repeat(200_000)}`,
      `${long}.`,
      `${'1 '.repeat(100_000)}`,
      `${'1'.repeat(200_000)}!}`,
      `http://${long}%`,
    ];
    for (const [format] of FACTS) for (const text of texts) formatRule(format)?.holds(text);
  });
});
