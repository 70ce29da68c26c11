import { MAX_QUOTED, quotedText } from './quoted-text.js';

/**
 * Prints a value of an object as a literal of the Go type that kube-apiserver keeps it in (`%#v`): its messages quote
 * invalid structs, maps and lists so. Absent values are Go's zero values.
 * @param room characters that will be shown at most: what comes after them may be left out, and the result is longer than `room`
 * then. The cost of a message so does not depend on the value.
 */
export type GoType = (value: unknown, room: number) => string;

/** A literal for a message of a field error, printed when it is first read. */
export class GoValue {
  private printed: string | undefined;
  constructor(private readonly print: () => string) {}

  get text(): string {
    return (this.printed ??= this.print());
  }
}

/** A literal of at most 65,536 characters. */
export const goValue = (type: GoType, value: unknown): GoValue =>
  new GoValue(() => {
    const text = type(value, MAX_QUOTED);
    return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}...` : text;
  });

export const goString: GoType = (value, room) => quotedText(typeof value === 'string' ? value : '', room);
export const goNumber: GoType = (value) => String(typeof value === 'number' ? value : 0);
export const goBoolean: GoType = (value) => String(value === true);

/** `map[string]string{"a":"b"}`, ordered by key; `map[string]string(nil)` when absent. @param name of the type. */
export const goMap =
  (name: string, item: GoType): GoType =>
  (value, room) => {
    if (!isObject(value)) return `${name}(nil)`;
    const keys = Object.keys(value).sort();
    return `${name}{${joined(keys, (key, left) => `${quotedText(key, left)}:${item(value[key], left)}`, room)}}`;
  };

/** `[]string{"a", "b"}`, `[]string(nil)` when absent. @param name of the type. */
export const goSlice =
  (name: string, item: GoType): GoType =>
  (value, room) =>
    Array.isArray(value) ? `${name}{${joined(value as readonly unknown[], item, room)}}` : `${name}(nil)`;

/** `(*bool)(nil)` when absent, else with the value: kube-apiserver prints an address there. @param name of the type pointed to. */
export const goPointer =
  (name: string, type: GoType): GoType =>
  (value, room) =>
    `(*${name})(${value === undefined || value === null ? 'nil' : type(value, room)})`;

/** `v1.Thing{Name:"x", UID:""}`. @param name of the type. @param fields by their names in JSON, in the order of the Go type. */
export const goStruct =
  (name: string, fields: Readonly<Record<string, GoType>>): GoType =>
  (value, room) => {
    const from = isObject(value) ? value : {};
    const member = (field: string, left: number) => `${goFieldName(field)}:${fields[field]!(from[field], left)}`;
    return `${name}{${joined(Object.keys(fields), member, room)}}`;
  };

export const goStringMap = goMap('map[string]string', goString);
export const goStrings = goSlice('[]string', goString);

/** A number or a string, such as a percentage. */
export const goIntOrString: GoType = (value, room) =>
  typeof value === 'string'
    ? `intstr.IntOrString{Type:1, IntVal:0, StrVal:${quotedText(value, room)}}`
    : `intstr.IntOrString{Type:0, IntVal:${goNumber(value, room)}, StrVal:""}`;

export const goLabelSelector = goStruct('v1.LabelSelector', {
  matchLabels: goStringMap,
  matchExpressions: goSlice(
    '[]v1.LabelSelectorRequirement',
    goStruct('v1.LabelSelectorRequirement', { key: goString, operator: goString, values: goStrings }),
  ),
});

/** A time of the API (RFC 3339, UTC) as Go prints it; as sent when it is none. */
export const goTime: GoType = (value, room) => {
  const parts = TIME.exec(String(value));
  return parts
    ? `${parts[1]} ${parts[2]}${(parts[3] ?? '').replace(TRAILING_ZEROS, '')} +0000 UTC`
    : goString(value, room);
};

const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d+)?Z$/;
const TRAILING_ZEROS = /\.?0+$/;

/** Words that Go spells in capitals. */
const INITIALISM = /^(?:api|uid|ip|id|url|os|gid|cidr)(?=[A-Z]|s?$)/;

const goFieldName = (field: string): string =>
  INITIALISM.test(field)
    ? field.replace(INITIALISM, (word) => word.toUpperCase())
    : field.slice(0, 1).toUpperCase() + field.slice(1);

/** The printed items, until there is no room left. */
function joined<T>(items: readonly T[], print: (item: T, room: number) => string, room: number): string {
  let text = '';
  for (const item of items) {
    if (text.length > room) break;
    text += `${text === '' ? '' : ', '}${print(item, room - text.length)}`;
  }
  return text;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
