import { anyValue, named, ProtoWriter } from './proto-writer.js';

export type Json = Record<string, unknown>;
export type Steps<T> = Generator<undefined, T>;

/** Writes the `x-` fields of `source`. */
export function* extensions(writer: ProtoWriter, field: number, source: Json): Steps<ProtoWriter> {
  for (const [name, value] of Object.entries(source))
    if (name.startsWith('x-')) writer.message(field, named(name, yield* anyValue(value)));
  return writer;
}

/** Writes the operations of a path; their fields follow each other in both documents. @param first that of `get`. */
export function* operations(
  item: Json,
  first: number,
  operation: (op: Json) => Steps<ProtoWriter>,
): Steps<ProtoWriter> {
  const writer = new ProtoWriter();
  for (const [at, method] of METHODS.entries())
    if (item[method] !== undefined) writer.message(first + at, yield* operation(item[method] as Json));
  return writer;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

/** Writes what restricts the values of a schema, of which the fields follow each other in both documents. @param first that of `multipleOf`. */
export function* restrictions(writer: ProtoWriter, first: number, schema: Json): Steps<ProtoWriter> {
  writer
    .double(first, schema['multipleOf'])
    .double(first + 1, schema['maximum'])
    .bool(first + 2, schema['exclusiveMaximum'])
    .double(first + 3, schema['minimum'])
    .bool(first + 4, schema['exclusiveMinimum'])
    .int(first + 5, schema['maxLength'])
    .int(first + 6, schema['minLength'])
    .text(first + 7, schema['pattern'])
    .int(first + 8, schema['maxItems'])
    .int(first + 9, schema['minItems'])
    .bool(first + 10, schema['uniqueItems'])
    .int(first + 11, schema['maxProperties'])
    .int(first + 12, schema['minProperties']);
  for (const name of (schema['required'] ?? []) as string[]) {
    writer.texts(first + 13, [name]);
    yield;
  }
  for (const value of (schema['enum'] ?? []) as unknown[]) {
    writer.message(first + 14, yield* anyValue(value));
    yield;
  }
  return writer;
}
