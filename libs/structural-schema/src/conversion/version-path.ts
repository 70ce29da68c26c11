import { asSchema, extension, schemasIn, type JsonSchema } from '../schema/json-schema.js';

/** Each item of a list, or each value of a map: `[*]`. */
export const EACH = Symbol('each');
export type Step = string | typeof EACH;

/** Path of a field in the objects of one version: `spec.ports[*].name`. */
export interface VersionPath {
  readonly text: string;
  readonly steps: readonly Step[];
}

const MAX_LENGTH = 256;
const MAX_STEPS = 32;
const NAME = /^[A-Za-z_][\w-]*$/;
const FORM =
  'must be names with dots between them, such as spec.ports[*].name; [*] is each item of a list or value of a map';

/** What the server sets. */
const SET_BY_SERVER: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** Reads a path, with or without a dot before it. @returns why it is not one, as a text. */
export function readVersionPath(text: string): VersionPath | string {
  if (text.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`;
  const steps: Step[] = [];
  for (const part of text.replace(/^\./, '').split('.')) {
    const [, name = '', each = ''] = /^([^[\]]*)((?:\[\*\])*)$/.exec(part) ?? [];
    if (!NAME.test(name) || name === '__proto__') return FORM;
    steps.push(name, ...Array.from({ length: each.length / 3 }, () => EACH as Step));
  }
  if (steps.length > MAX_STEPS) return `must have at most ${MAX_STEPS} names`;
  if (SET_BY_SERVER.has(steps[0] as string))
    return `must not be in ${String(steps[0])}: it is the same in all versions`;
  if (steps.at(-1) === EACH) return 'must end with a name: use an expression for the items themselves';
  return { text: pathText(steps), steps };
}

export const pathText = (steps: readonly Step[]): string =>
  steps.map((step, at) => (step === EACH ? '[*]' : `${at === 0 ? '' : '.'}${step as string}`)).join('');

/** Whether a path begins with another, or is it. `[*]` of the other one is any name. */
export const beginsWith = (steps: readonly Step[], start: readonly Step[]): boolean =>
  steps.length >= start.length && start.every((step, at) => step === EACH || steps[at] === step);

/** The schema of a path; `undefined` where anything may be; `false` where the version has no such field. */
export function schemaAt(root: JsonSchema, steps: readonly Step[]): JsonSchema | undefined | false {
  let schema = root;
  for (const step of steps) {
    const below = step === EACH ? itemSchema(schema) : fieldSchema(schema, step);
    if (below === undefined || below === false) return below;
    schema = below;
  }
  return schema;
}

const preserves = (schema: JsonSchema): boolean => extension(schema, 'preserve-unknown-fields') === true;

function itemSchema(schema: JsonSchema): JsonSchema | undefined | false {
  const items = asSchema(schema['items']) ?? asSchema(schema['additionalProperties']);
  return items ?? (preserves(schema) || schema['additionalProperties'] === true ? undefined : false);
}

function fieldSchema(schema: JsonSchema, name: string): JsonSchema | undefined | false {
  const fields = schemasIn(schema, 'properties');
  if (Object.hasOwn(fields, name)) return fields[name];
  return itemSchema(schema['type'] === 'array' ? {} : schema);
}
