/** Fields of metadata that a description leaves out: bookkeeping, or shown elsewhere. */
const LEFT_OUT = new Set(['managedFields', 'selfLink', 'name', 'namespace', 'labels', 'annotations']);

type Fields = Readonly<Record<string, unknown>>;

/**
 * Any object as an indented outline for people: name, namespace, labels and annotations first, then the rest of it with
 * spaced names (`lastTransitionTime` is `Last Transition Time`). Data of a Secret is shown as its size only.
 * Ends with a line feed.
 */
export function describeObject(object: Fields): string {
  const { apiVersion, kind, metadata, ...rest } = object;
  const meta = isFields(metadata) ? metadata : {};
  const shownMeta = Object.fromEntries(Object.entries(meta).filter(([key]) => !LEFT_OUT.has(key)));
  const body = kind === 'Secret' ? withoutSecrets(rest) : rest;
  return [
    ...outline('Name', meta['name'], 0),
    ...(meta['namespace'] === undefined ? [] : outline('Namespace', meta['namespace'], 0)),
    ...outline('Labels', meta['labels'] ?? '<none>', 0),
    ...outline('Annotations', meta['annotations'] ?? '<none>', 0),
    ...outline('API Version', apiVersion, 0),
    ...outline('Kind', kind, 0),
    ...outline('Metadata', shownMeta, 0),
    ...Object.entries(body).flatMap(([key, value]) => outline(spaced(key), value, 0)),
    '',
  ].join('\n');
}

/** `lastTransitionTime` as `Last Transition Time`; a run of capitals (`podIP`) stays together. */
export function spaced(key: string): string {
  const words = key.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function outline(label: string, value: unknown, depth: number): readonly string[] {
  const indent = '  '.repeat(depth);
  if (Array.isArray(value)) {
    if (value.length === 0) return [`${indent}${label}:  <none>`];
    return [`${indent}${label}:`, ...value.flatMap((item) => listItem(item, depth + 1))];
  }
  if (isFields(value)) {
    const entries = Object.entries(value);
    if (entries.length === 0) return [`${indent}${label}:  <none>`];
    // Keys of maps (labels, data) are names of their own; only keys of the API are words to be spaced.
    const isMap = label === 'Labels' || label === 'Annotations' || label === 'Data' || label === 'Match Labels';
    return [
      `${indent}${label}:`,
      ...entries.flatMap(([key, item]) => outline(isMap ? key : spaced(key), item, depth + 1)),
    ];
  }
  return [`${indent}${label}:  ${scalar(value, indent)}`];
}

/** The first line of an item carries the dash, so that items of a list stand apart. */
function listItem(item: unknown, depth: number): readonly string[] {
  const indent = '  '.repeat(depth);
  if (!isFields(item)) return [`${indent}- ${Array.isArray(item) ? JSON.stringify(item) : scalar(item, indent)}`];
  const lines = Object.entries(item).flatMap(([key, value]) => outline(spaced(key), value, depth + 1));
  const [first = `${indent}  {}`, ...others] = lines;
  return [`${indent}- ${first.trimStart()}`, ...others];
}

function scalar(value: unknown, indent: string): string {
  if (value === null || value === undefined || value === '') return '<none>';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.includes('\n') ? `\n${text.trimEnd().replace(/^/gm, `${indent}    `)}` : text;
}

function withoutSecrets(body: Fields): Fields {
  const { data, stringData: _never, ...rest } = body;
  const sizes = Object.entries(isFields(data) ? data : {}).map(([key, value]) => [
    key,
    `${Buffer.byteLength(String(value), 'base64')} bytes`,
  ]);
  return { ...rest, data: Object.fromEntries(sizes) as Fields };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
