export type TypeKind =
  | 'dyn'
  | 'any'
  | 'error'
  | 'null'
  | 'bool'
  | 'bytes'
  | 'double'
  | 'int'
  | 'uint'
  | 'string'
  | 'timestamp'
  | 'duration'
  | 'list'
  | 'map'
  | 'struct'
  | 'opaque'
  | 'type'
  | 'parameter';

/** A type of the Common Expression Language. */
export interface CelType {
  readonly kind: TypeKind;
  /** Name in error messages. */
  readonly name: string;
  /** Name that `type(x)` compares and shows. */
  readonly runtimeName: string;
  readonly parameters: readonly CelType[];
  /** Types of the fields of a struct. Called only by the checker, so that large types are built as far as they are used. */
  readonly field?: (name: string) => CelType | undefined;
}

const simple = (kind: TypeKind, name: string = kind, runtimeName = name): CelType => ({
  kind,
  name,
  runtimeName,
  parameters: [],
});

export const DYN = simple('dyn');
export const ANY = simple('any', 'any', 'google.protobuf.Any');
export const ERROR = simple('error', '!error!');
export const NULL = simple('null', 'null', 'null_type');
export const BOOL = simple('bool');
export const BYTES = simple('bytes');
export const DOUBLE = simple('double');
export const INT = simple('int');
export const UINT = simple('uint');
export const STRING = simple('string');
export const TIMESTAMP = simple('timestamp', 'timestamp', 'google.protobuf.Timestamp');
export const DURATION = simple('duration', 'duration', 'google.protobuf.Duration');

export const listOf = (element: CelType): CelType => ({
  kind: 'list',
  name: 'list',
  runtimeName: 'list',
  parameters: [element],
});
export const mapOf = (key: CelType, value: CelType): CelType => ({
  kind: 'map',
  name: 'map',
  runtimeName: 'map',
  parameters: [key, value],
});
export const opaque = (name: string, ...parameters: readonly CelType[]): CelType => ({
  kind: 'opaque',
  name,
  runtimeName: name,
  parameters,
});
export const optionalOf = (value: CelType): CelType => opaque('optional_type', value);
export const typeOf = (type: CelType): CelType => ({
  kind: 'type',
  name: 'type',
  runtimeName: 'type',
  parameters: [type],
});
export const parameter = (name: string): CelType => simple('parameter', name);
/** A type with named fields. */
export const struct = (name: string, field?: (name: string) => CelType | undefined): CelType => ({
  kind: 'struct',
  name,
  runtimeName: name,
  parameters: [],
  ...(field && { field }),
});

export const isDyn = ({ kind }: CelType): boolean => kind === 'dyn' || kind === 'any';
export const isDynOrError = (type: CelType): boolean => isDyn(type) || type.kind === 'error';

/** Value type of an optional, or `undefined`. */
export const optionalValue = (type: CelType): CelType | undefined =>
  type.kind === 'opaque' && type.name === 'optional_type' ? type.parameters[0] : undefined;

export function sameType(a: CelType, b: CelType): boolean {
  return (
    a === b ||
    (a.kind === b.kind &&
      a.name === b.name &&
      a.parameters.length === b.parameters.length &&
      a.parameters.every((one, index) => sameType(one, b.parameters[index] as CelType)))
  );
}

/** Renders a type as error messages show it: `map(string, list(int))`. */
export function formatType(type: CelType): string {
  const { name, parameters } = type;
  return parameters.length === 0 ? name : `${name}(${parameters.map(formatType).join(', ')})`;
}

/** Renders a type as the result of an expression: `list(google.protobuf.Timestamp)`. */
export function runtimeText({ runtimeName, parameters }: CelType): string {
  return parameters.length === 0 ? runtimeName : `${runtimeName}(${parameters.map(runtimeText).join(', ')})`;
}

const SIMPLE_TYPES: ReadonlyMap<string, CelType> = new Map(
  [DYN, ANY, NULL, BOOL, BYTES, DOUBLE, INT, UINT, STRING, TIMESTAMP, DURATION].map((type) => [type.name, type]),
);

/** Reads a type such as `list<map<string, V>>`; single capitals are type parameters, names with a dot are struct types. */
export function parseType(text: string): CelType {
  const known = SIMPLE_TYPES.get(text);
  if (known) return known;
  if (/^[A-Z]$/.test(text)) return parameter(text);
  const generic = /^(\w+)<(.*)>$/.exec(text);
  if (!generic) return text === 'type' ? { ...typeOf(DYN), parameters: [] } : struct(text);
  const [, name, inner = ''] = generic;
  const parameters = splitTypes(inner).map(parseType);
  if (name === 'opaque') return opaque(inner);
  const [first = DYN, second = DYN] = parameters;
  if (name === 'list') return listOf(first);
  if (name === 'map') return mapOf(first, second);
  if (name === 'optional') return optionalOf(first);
  return typeOf(first);
}

/** Splits at commas outside of angle brackets. */
export function splitTypes(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index <= text.length; index++) {
    const character = text[index];
    if (character === '<') depth++;
    else if (character === '>') depth--;
    else if ((character === ',' && depth === 0) || character === undefined) {
      const part = text.slice(start, index).trim();
      if (part !== '') parts.push(part);
      start = index + 1;
    }
  }
  return parts;
}
