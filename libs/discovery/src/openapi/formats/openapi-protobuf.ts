import { type DocumentFormat, type DocumentInfo, inOpenApi } from './document-format.js';
import { extensions, operations, restrictions, type Json, type Steps } from './proto-parts.js';
import { named, ProtoWriter } from './proto-writer.js';
import { SECURITY_SCHEMES } from './security.js';

/** Clients request the type with and without `@`; all of them can parse the response without. */
export const OPENAPI_PROTOBUF_TYPES = [
  'application/com.github.proto-openapi.spec.v3.v1.0+protobuf',
  'application/com.github.proto-openapi.spec.v3@v1.0+protobuf',
] as const;

/**
 * OpenAPI 3 as the protobuf message `openapi.v3.Document`, with its field numbers; encodes only the fields that our documents
 * use.
 */
export const openApiProtobuf: DocumentFormat = {
  contentType: OPENAPI_PROTOBUF_TYPES[0],
  *write(part) {
    const value = yield* inOpenApi(part);
    const message = yield* part.in === 'paths' ? pathItem(value) : schemaOrReference(value);
    return yield* new ProtoWriter().message(1, named(part.name, message)).finish();
  },
  join: (info, { paths, schemas }) => [
    ...new ProtoWriter()
      .text(1, '3.0.0')
      .message(2, new ProtoWriter().text(1, info.title).text(6, info.version))
      .message(4, new ProtoWriter().written(paths))
      .message(5, components(schemas, info))
      .pieces(),
  ],
};

function components(schemas: readonly Buffer[], { hasSecurity }: DocumentInfo): ProtoWriter {
  const writer = new ProtoWriter().message(1, new ProtoWriter().written(schemas));
  return hasSecurity ? writer.message(7, securitySchemes()) : writer;
}

function securitySchemes(): ProtoWriter {
  const writer = new ProtoWriter();
  for (const [name, { type, description, name: header, in: place }] of Object.entries(SECURITY_SCHEMES)) {
    const scheme = new ProtoWriter().text(1, type).text(2, description).text(3, header).text(4, place);
    writer.message(1, named(name, inPlace(scheme)));
  }
  return writer;
}

/** An inline value, as opposed to a reference. */
const inPlace = (value: ProtoWriter): ProtoWriter => new ProtoWriter().message(1, value);

function* pathItem(item: Json): Steps<ProtoWriter> {
  const writer = yield* operations(item, 4, operation);
  return yield* parameters(writer, 13, item['parameters']);
}

function* parameters(writer: ProtoWriter, field: number, list: unknown): Steps<ProtoWriter> {
  for (const { name, in: place, description, required, schema } of (list ?? []) as Json[]) {
    const parameter = new ProtoWriter()
      .text(1, name)
      .text(2, place)
      .text(3, description)
      .bool(4, required)
      .message(10, yield* schemaOrReference(schema as Json));
    writer.message(field, inPlace(parameter));
  }
  return writer;
}

function* operation(op: Json): Steps<ProtoWriter> {
  const writer = new ProtoWriter().texts(1, op['tags']).text(3, op['description']).text(5, op['operationId']);
  yield* parameters(writer, 6, op['parameters']);
  const body = op['requestBody'] as Json | undefined;
  if (body) {
    writer.message(
      7,
      inPlace(new ProtoWriter().message(2, yield* mediaTypes(body['content'])).bool(3, body['required'])),
    );
  }
  const responses = new ProtoWriter();
  for (const [code, { description, content }] of Object.entries(op['responses'] as Record<string, Json>)) {
    const response = new ProtoWriter().text(1, description);
    if (content) response.message(3, yield* mediaTypes(content));
    responses.message(2, named(code, inPlace(response)));
  }
  return yield* extensions(writer.message(8, responses), 13, op);
}

function* mediaTypes(content: unknown): Steps<ProtoWriter> {
  const writer = new ProtoWriter();
  for (const [type, { schema }] of Object.entries(content as Record<string, { schema: Json }>)) {
    writer.message(1, named(type, new ProtoWriter().message(1, yield* schemaOrReference(schema))));
  }
  return writer;
}

function* schemaOrReference(schema: Json): Steps<ProtoWriter> {
  const { $ref } = schema;
  return $ref === undefined
    ? inPlace(yield* schemaMessage(schema))
    : new ProtoWriter().message(2, new ProtoWriter().text(1, $ref));
}

function* schemaMessage(schema: Json): Steps<ProtoWriter> {
  yield;
  const writer = new ProtoWriter().bool(1, schema['nullable']).text(9, schema['title']);
  yield* restrictions(writer, 10, schema);
  writer.text(25, schema['type']);
  for (const [keyword, field] of Object.entries(ALTERNATIVE_FIELDS))
    for (const inner of (schema[keyword] ?? []) as Json[]) writer.message(field, yield* schemaOrReference(inner));
  if (schema['not']) writer.message(29, yield* schemaMessage(schema['not'] as Json));
  if (schema['items']) writer.message(30, inPlace(yield* schemaOrReference(schema['items'] as Json)));
  if (schema['properties']) {
    const properties = new ProtoWriter();
    for (const [name, inner] of Object.entries(schema['properties'] as Record<string, Json>)) {
      properties.message(1, named(name, yield* schemaOrReference(inner)));
    }
    writer.message(31, properties);
  }
  const { additionalProperties } = schema;
  if (typeof additionalProperties === 'boolean') writer.message(32, new ProtoWriter().flag(2, additionalProperties));
  else if (additionalProperties) writer.message(32, inPlace(yield* schemaOrReference(additionalProperties as Json)));
  const { default: preset } = schema;
  if (isPlain(preset)) writer.message(33, new ProtoWriter().choice(DEFAULT_FIELDS, preset));
  return yield* extensions(writer.text(34, schema['description']).text(35, schema['format']), 36, schema);
}

const ALTERNATIVE_FIELDS: Readonly<Record<string, number>> = { allOf: 26, oneOf: 27, anyOf: 28 };

const DEFAULT_FIELDS = { number: 1, bool: 2, text: 3 };

/** The message supports only numbers, booleans and strings as defaults. */
const isPlain = (value: unknown): boolean => ['number', 'boolean', 'string'].includes(typeof value);
