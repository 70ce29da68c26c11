import { validateLabelValue, validateName, validateQualifiedName } from '@orch/apimachinery';
import { Fault, OpaqueValue, Optional } from '../values/values.js';
import type { Declaration } from '../types/declarations.js';
import { problemOfUri } from './urls.js';
import { parseTimestamp } from './times.js';

class NamedFormat extends OpaqueValue {
  override readonly typeName = 'kubernetes.NamedFormat';
  constructor(
    readonly name: string,
    readonly problems: (text: string) => readonly string[],
  ) {
    super();
  }
  override equals(other: OpaqueValue): boolean {
    return other instanceof NamedFormat && other.name === this.name;
  }
}

const check =
  (holds: (text: string) => boolean, problem: string) =>
  (text: string): readonly string[] =>
    holds(text) ? [] : [problem];

/** A prefix of a generated name may end with a dash. */
const asPrefix = (text: string): string => (text.length > 1 && text.endsWith('-') ? `${text.slice(0, -1)}a` : text);

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/;

const FORMATS: ReadonlyMap<string, NamedFormat> = new Map(
  (
    [
      ['dns1123Label', 'DNS1123Label', (text) => validateName('dns-label', text)],
      ['dns1123Subdomain', 'DNS1123Subdomain', (text) => validateName('dns-subdomain', text)],
      ['dns1035Label', 'DNS1035Label', (text) => validateName('dns-1035-label', text)],
      ['qualifiedName', 'QualifiedName', validateQualifiedName],
      ['dns1123LabelPrefix', 'DNS1123LabelPrefix', (text) => validateName('dns-label', asPrefix(text))],
      ['dns1123SubdomainPrefix', 'DNS1123SubdomainPrefix', (text) => validateName('dns-subdomain', asPrefix(text))],
      ['dns1035LabelPrefix', 'DNS1035LabelPrefix', (text) => validateName('dns-1035-label', asPrefix(text))],
      ['labelValue', 'LabelValue', validateLabelValue],
      ['uri', 'URI', uriProblems],
      ['uuid', 'uuid', check((text) => UUID.test(text), 'does not match the UUID format')],
      ['byte', 'byte', check((text) => BASE64.test(text), 'invalid base64')],
      [
        'date',
        'date',
        check(
          (text) => /^\d{4}-\d\d-\d\d$/.test(text) && parseTimestamp(`${text}T00:00:00Z`) !== undefined,
          'invalid date',
        ),
      ],
      [
        'datetime',
        'datetime',
        check((text) => parseTimestamp(text.replace(' ', 'T')) !== undefined, 'invalid datetime'),
      ],
    ] as readonly (readonly [name: string, shown: string, problems: (text: string) => readonly string[]])[]
  ).map(([name, shown, problems]) => [name, new NamedFormat(shown, problems)]),
);

function uriProblems(text: string): readonly string[] {
  const problem = problemOfUri(text);
  return problem === undefined ? [] : [problem];
}

function validate(format: NamedFormat, text: string): Optional {
  const problems = format.problems(text);
  return problems.length === 0 ? Optional.none : Optional.of(problems);
}

const T = 'kubernetes.NamedFormat';

/** Named formats, since release 1.31. */
export const FORMAT_LIBRARY: readonly Declaration[] = [
  ...[...FORMATS].map(([name, format]): Declaration => [`format.${name}`, `format.${name}`, `(): ${T}`, () => format]),
  ['format.named', 'format-named', `(string): optional<${T}>`, ([name]) => Optional.of(FORMATS.get(name as string))],
  [
    'validate',
    'format-validate',
    `${T}.(string): optional<list<string>>`,
    ([format, text], meter) => {
      meter.work((text as string).length * 4);
      return format instanceof NamedFormat ? validate(format, text as string) : new Fault('no such overload');
    },
  ],
];
