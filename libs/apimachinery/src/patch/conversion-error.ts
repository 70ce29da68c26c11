/** How the converter of kube-apiserver calls the JSON types. */
const CONVERTED_TYPES: Readonly<Record<string, string>> = {
  bool: 'bool',
  number: 'int64',
  string: 'string',
  array: 'slice',
  object: 'map',
};
const TYPE_ERROR = /^json: cannot unmarshal (\w+) into Go .* of type (\S+)$/;
const SCALAR = /^(?:string|bool|int\d+)$/;

/**
 * The error about a value of a wrong type as kube-apiserver words it for the result of a strategic merge patch: `cannot restore map from string`.
 * @param why the words of all other bodies: `json: cannot unmarshal string into Go struct field ObjectMeta.metadata.labels of type map[string]string`.
 * Other errors, and values whose type does not say which words apply, are returned unchanged.
 */
export function conversionError(why: string): string {
  const [, sent = '', type = ''] = TYPE_ERROR.exec(why) ?? [];
  const from = CONVERTED_TYPES[sent];
  if (from === undefined) return why;
  if (type.startsWith('map[')) return `cannot restore map from ${from}`;
  if (type.startsWith('[]')) return `cannot restore slice from ${from}`;
  if (SCALAR.test(type)) {
    return sent === 'number' && type === 'string' ? `cannot convert ${from} to ${type}` : `unrecognized type: ${type}`;
  }
  return sent === 'string' ? `cannot restore struct from: ${from}` : why;
}
