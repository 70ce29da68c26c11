import { IsInt, IsOptional, IsString, Max, ValidateIf } from 'class-validator';
import { UsageError } from '../run/usage-error.js';
import { propertyName, validateOptions } from './validate-options.js';

class Options {
  @IsInt()
  @Max(10)
  securePort: number;

  @IsOptional()
  @IsString()
  issuerUrl?: string;

  @ValidateIf((options: Options) => options.issuerUrl !== undefined)
  @IsString({ message: 'is needed with --issuer-url' })
  clientId?: string;
}

it('gives the class its flags by property and leaves out the rest', () => {
  const options = validateOptions(Options, { 'secure-port': 8, 'log-level': 'info' });
  expect(options).toBeInstanceOf(Options);
  expect(Object.entries(options)).toEqual([['securePort', 8]]);
});

const rows: [Record<string, unknown>, string][] = [
  [{ 'secure-port': 11 }, 'flag --secure-port: must not be greater than 10'],
  [{ 'secure-port': 1, 'issuer-url': 'x' }, 'flag --client-id: is needed with --issuer-url'],
];
for (const [values, want] of rows) {
  it(want, () => {
    expect(() => validateOptions(Options, values)).toThrow(UsageError);
    expect(() => validateOptions(Options, values)).toThrow(want);
  });
}

it('names properties as flags are read', () => expect(propertyName('http2-max-streams')).toBe('http2MaxStreams'));
