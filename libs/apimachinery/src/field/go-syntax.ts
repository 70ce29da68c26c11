import { quotedText } from './quoted-text.js';

/**
 * Prints a value of an object as a literal of the Go type that kube-apiserver keeps it in (`%#v`): its messages quote
 * invalid structs, maps and lists so. Absent values are Go's zero values.
 */
export type GoType = (value: unknown) => string;

/** A literal for a message of a field error. */
export class GoValue {
  constructor(readonly text: string) {}
}

export const goValue = (type: GoType, value: unknown): GoValue => new GoValue(type(value));

export const goString: GoType = (value) => quotedText(typeof value === 'string' ? value : '');
export const goNumber: GoType = (value) => String(typeof value === 'number' ? value : 0);
export const goBoolean: GoType = (value) => String(value === true);

/** `map[string]string{"a":"b"}`, ordered by key; `map[string]string(nil)` when absent. @param name of the type. */
export const goMap =
  (name: string, item: GoType): GoType =>
  (value) => {
    if (!isObject(value)) return `${name}(nil)`;
    const entries = Object.keys(value).sort();
    return `${name}{${entries.map((key) => `${quotedText(key)}:${item(value[key])}`).join(', ')}}`;
  };

/** `[]string{"a", "b"}`, `[]string(nil)` when absent. @param name of the type. */
export const goSlice =
  (name: string, item: GoType): GoType =>
  (value) =>
    Array.isArray(value) ? `${name}{${value.map(item).join(', ')}}` : `${name}(nil)`;

/** `(*bool)(nil)` when absent, else with the value: kube-apiserver prints an address there. @param name of the type pointed to. */
export const goPointer =
  (name: string, type: GoType): GoType =>
  (value) =>
    `(*${name})(${value === undefined || value === null ? 'nil' : type(value)})`;

/** `v1.Thing{Name:"x", UID:""}`. @param name of the type. @param fields by their names in JSON, in the order of the Go type. */
export const goStruct =
  (name: string, fields: Readonly<Record<string, GoType>>): GoType =>
  (value) => {
    const from = isObject(value) ? value : {};
    const members = Object.keys(fields).map((field) => `${goFieldName(field)}:${fields[field]!(from[field])}`);
    return `${name}{${members.join(', ')}}`;
  };

export const goStringMap = goMap('map[string]string', goString);
export const goStrings = goSlice('[]string', goString);

/** A number or a string, such as a percentage. */
export const goIntOrString: GoType = (value) =>
  typeof value === 'string'
    ? `intstr.IntOrString{Type:1, IntVal:0, StrVal:${quotedText(value)}}`
    : `intstr.IntOrString{Type:0, IntVal:${goNumber(value)}, StrVal:""}`;

export const goLabelSelector = goStruct('v1.LabelSelector', {
  matchLabels: goStringMap,
  matchExpressions: goSlice(
    '[]v1.LabelSelectorRequirement',
    goStruct('v1.LabelSelectorRequirement', { key: goString, operator: goString, values: goStrings }),
  ),
});

/** A time of the API (RFC 3339, UTC) as Go prints it; as sent when it is none. */
export const goTime: GoType = (value) => {
  const parts = TIME.exec(String(value));
  return parts ? `${parts[1]} ${parts[2]}${(parts[3] ?? '').replace(TRAILING_ZEROS, '')} +0000 UTC` : goString(value);
};

const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d+)?Z$/;
const TRAILING_ZEROS = /\.?0+$/;

/** Words that Go spells in capitals. */
const INITIALISM = /^(?:api|uid|ip|id|url|os|gid)(?=[A-Z]|$)/;

const goFieldName = (field: string): string =>
  INITIALISM.test(field)
    ? field.replace(INITIALISM, (word) => word.toUpperCase())
    : field.slice(0, 1).toUpperCase() + field.slice(1);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
