import { flagGroup } from './flag-definition.js';
import { parseFlags, type FlagSources } from './parse-flags.js';

const groups = [
  flagGroup('Serving', [
    { name: 'bind-address', type: 'string', default: '127.0.0.1', help: 'Address.' },
    { name: 'secure-port', type: 'int', default: 6443, min: 0, max: 65_535, help: 'Port.' },
    { name: 'http2', type: 'bool', default: false, help: 'HTTP/2.' },
  ]),
  flagGroup('Other', [
    { name: 'watch-history', type: 'duration', default: '5m', help: 'History.' },
    { name: 'api-audiences', type: 'string[]', default: [], help: 'Audiences.' },
    { name: 'tls-sni-cert-key', type: 'string[]', default: [], commas: false, help: 'Pairs.' },
    { name: 'vocabulary', type: 'string', default: 'orch', choices: ['orch', 'kubernetes'], env: 'V', help: 'Names.' },
    { name: 'token-file', type: 'string', default: undefined, help: 'Tokens.' },
    {
      name: 'old',
      type: 'bool',
      default: undefined,
      deprecated: { use: 'use --http2', since: '2026-01-01', until: '2027-01-01' },
      hidden: true,
      help: 'Old.',
    },
  ]),
] as const;

const parse = (argv: readonly string[], sources?: FlagSources) => {
  const parsed = parseFlags(argv, groups, sources);
  if ('error' in parsed) throw new Error(parsed.error);
  return parsed;
};
const errorOf = (argv: readonly string[], sources?: FlagSources) => {
  const parsed = parseFlags(argv, groups, sources);
  return 'error' in parsed ? parsed.error : undefined;
};

describe('values', () => {
  const rows: { argv: string[]; want: Record<string, unknown> }[] = [
    { argv: ['--bind-address=::1'], want: { 'bind-address': '::1' } },
    { argv: ['--bind-address', '::1'], want: { 'bind-address': '::1' } },
    { argv: ['--bind_address=::1'], want: { 'bind-address': '::1' } },
    { argv: ['--bind-address=a=b'], want: { 'bind-address': 'a=b' } },
    { argv: ['--bind-address='], want: { 'bind-address': '' } },
    { argv: ['--bind-address', '-'], want: { 'bind-address': '-' } },
    { argv: ['--secure-port=1', '--secure-port=2'], want: { 'secure-port': 2 } },
    { argv: ['--http2'], want: { http2: true } },
    { argv: ['--http2', '--secure-port=1'], want: { http2: true, 'secure-port': 1 } },
    { argv: ['--http2=false'], want: { http2: false } },
    { argv: ['--watch-history=1h30m'], want: { 'watch-history': 5_400_000 } },
    { argv: ['--api-audiences=a, b', '--api-audiences', 'c'], want: { 'api-audiences': ['a', 'b', 'c'] } },
    { argv: ['--tls-sni-cert-key=c,k:n', '--tls-sni-cert-key=d,l'], want: { 'tls-sni-cert-key': ['c,k:n', 'd,l'] } },
    { argv: [], want: { 'secure-port': 6443, 'watch-history': 300_000, 'api-audiences': [], 'token-file': undefined } },
  ];
  for (const row of rows) {
    it(row.argv.join(' ') || 'defaults', () => expect(parse(row.argv).values).toMatchObject(row.want));
  }

  it('reports which values the user set', () => {
    const { given } = parse(['--http2=false'], {
      env: { V: 'orch' },
      file: { path: 'f', content: { 'secure-port': 1 } },
    });
    expect([...given].sort()).toEqual(['http2', 'secure-port', 'vocabulary']);
  });

  it('recognizes --help next to other flags', () => expect(parse(['--http2', '--help']).help).toBe(true));

  it('B-328 a deprecated flag warns and works', () => {
    const parsed = parse(['--old']);
    expect(parsed.values.old).toBe(true);
    expect(parsed.warnings).toEqual(['flag --old is deprecated: use --http2']);
    expect(parse([]).warnings).toEqual([]);
  });
});

describe('refusals are one line that says what to write', () => {
  const rows: { argv: string[]; want: string }[] = [
    { argv: ['--secure-prot=1'], want: 'unknown flag --secure-prot, did you mean --secure-port?' },
    { argv: ['--httpp2'], want: 'unknown flag --httpp2, did you mean --http2?' },
    { argv: ['--__proto__=1'], want: 'unknown flag --__proto__, did you mean --' },
    { argv: ['--secure-port'], want: 'flag --secure-port needs a value: --secure-port=VALUE' },
    { argv: ['--secure-port', '--http2'], want: 'flag --secure-port needs a value' },
    { argv: ['--secure-port=x'], want: 'flag --secure-port=x: must be a whole number' },
    { argv: ['--secure-port=1.5'], want: 'must be a whole number' },
    { argv: ['--secure-port=70000'], want: 'must be at most 65535' },
    { argv: ['--http2=maybe'], want: 'flag --http2=maybe: must be true or false' },
    { argv: ['--http2', 'false'], want: 'unexpected argument "false": write --http2=false' },
    { argv: ['serve'], want: 'unexpected argument "serve": only flags are taken here, see --help' },
    { argv: ['-x'], want: 'unexpected argument "-x"' },
    { argv: ['--watch-history=5'], want: 'must be a duration with a unit, such as 90s or 1h30m' },
    { argv: ['--vocabulary=swahili'], want: 'must be one of orch, kubernetes' },
  ];
  for (const row of rows) {
    it(row.argv.join(' '), () => {
      expect(errorOf(row.argv)).toContain(row.want);
      expect(errorOf(row.argv)).not.toContain('\n');
    });
  }
});

describe('environment and file', () => {
  const file = (content: unknown) => ({ path: 'a.yaml', content });

  it('flags win over the environment, that over the file, that over the default', () => {
    const env = { V: 'kubernetes' };
    expect(parse([], {}).values.vocabulary).toBe('orch');
    expect(parse([], { env }).values.vocabulary).toBe('kubernetes');
    expect(parse([], { env: {}, file: file({ vocabulary: 'kubernetes' }) }).values.vocabulary).toBe('kubernetes');
    expect(parse([], { env, file: file({ vocabulary: 'orch' }) }).values.vocabulary).toBe('kubernetes');
    expect(parse(['--vocabulary=orch'], { env }).values.vocabulary).toBe('orch');
  });

  it('takes values of their own type and as text', () => {
    const content = {
      'secure-port': 1,
      http2: true,
      'watch-history': '90s',
      'api-audiences': ['a', 7],
      'bind-address': 'x',
      'token-file': 1.5,
    };
    expect(parse([], { file: file(content) }).values).toMatchObject({
      ...content,
      'watch-history': 90_000,
      'api-audiences': ['a', '7'],
      'token-file': '1.5',
    });
    expect(parse([], { file: file({ 'api-audiences': 'a,b', 'secure-port': '8' }) }).values).toMatchObject({
      'api-audiences': ['a', 'b'],
      'secure-port': 8,
    });
  });

  it('a list on the command line replaces that of the file', () => {
    const content = { 'api-audiences': ['x'] };
    expect(parse(['--api-audiences=a'], { file: file(content) }).values['api-audiences']).toEqual(['a']);
  });

  it('an empty file says nothing', () => expect(errorOf([], { file: file(null) })).toBeUndefined());

  const wrong: { content: unknown; want: string }[] = [
    { content: { 'secure-prot': 1 }, want: 'a.yaml: unknown key "secure-prot", did you mean secure-port?' },
    { content: { config: 'b.yaml' }, want: 'a.yaml: unknown key "config"' },
    { content: [1], want: 'a.yaml: must be a map of flag names to values' },
    { content: { http2: 1 }, want: 'a.yaml: http2: must be true or false' },
    { content: { 'api-audiences': [{}] }, want: 'a.yaml: api-audiences: must be a list of strings' },
    { content: { 'watch-history': 5 }, want: 'a.yaml: watch-history: must be a duration' },
    { content: { 'bind-address': null }, want: 'a.yaml: bind-address: must be a string' },
  ];
  for (const row of wrong) {
    it(`refuses ${JSON.stringify(row.content)}`, () =>
      expect(errorOf([], { file: file(row.content) })).toContain(row.want));
  }

  it('a wrong value of the environment names the variable', () =>
    expect(errorOf([], { env: { V: 'x' } })).toBe('environment V=x: must be one of orch, kubernetes'));
});

it('two definitions of one name are a bug, not a choice', () =>
  expect(() => parseFlags([], [groups[0], groups[0]])).toThrow('defined twice'));
