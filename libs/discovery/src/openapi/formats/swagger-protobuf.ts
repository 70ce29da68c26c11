import type { OpenApiNaming } from '@orch/apimachinery';
import type { DocumentFormat } from './document-format.js';
import { inSwagger } from './json-formats.js';
import { extensions, operations, restrictions, type Json, type Steps } from './proto-parts.js';
import { anyValue, named, ProtoWriter } from './proto-writer.js';
import { SECURITY, SECURITY_SCHEMES } from './security.js';

/** Clients request the type with and without `@`; all of them can parse the response without. */
export const SWAGGER_PROTOBUF_TYPES = [
  'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
  'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
] as const;

/**
 * Swagger 2.0 as the protobuf message `openapi.v2.Document`, requested by older versions of kubectl. Has its field numbers;
 * encodes only the fields that our documents use.
 */
export const swaggerProtobuf = ({ extensionPrefix }: OpenApiNaming): DocumentFormat => ({
  contentType: SWAGGER_PROTOBUF_TYPES[0],
  *write(part) {
    const value = yield* inSwagger(part, extensionPrefix);
    const [field, message] =
      part.in === 'paths' ? ([2, yield* pathItem(value)] as const) : ([1, yield* schemaMessage(value)] as const);
    return yield* new ProtoWriter().message(field, named(part.name, message)).finish();
  },
  join: (info, { paths, schemas }) => [
    ...new ProtoWriter()
      .text(1, '2.0')
      .message(2, new ProtoWriter().text(1, info.title).text(2, info.version))
      .message(8, new ProtoWriter().written(paths))
      .message(9, new ProtoWriter().written(schemas))
      .message(12, securityRequirement())
      .message(13, securityDefinitions())
      .pieces(),
  ],
});

function securityRequirement(): ProtoWriter {
  const writer = new ProtoWriter();
  for (const name of SECURITY.flatMap((requirement) => Object.keys(requirement)))
    writer.message(1, named(name, new ProtoWriter()));
  return writer;
}

function securityDefinitions(): ProtoWriter {
  const writer = new ProtoWriter();
  for (const [name, { type, description, name: header, in: place }] of Object.entries(SECURITY_SCHEMES)) {
    const key = new ProtoWriter().text(1, type).text(2, header).text(3, place).text(4, description);
    writer.message(1, named(name, new ProtoWriter().message(2, key)));
  }
  return writer;
}

function* pathItem(item: Json): Steps<ProtoWriter> {
  const writer = yield* operations(item, 2, operation);
  for (const parameter of (item['parameters'] ?? []) as Json[]) writer.message(9, yield* parameterItem(parameter));
  return yield* extensions(writer, 10, item);
}

function* operation(op: Json): Steps<ProtoWriter> {
  const writer = new ProtoWriter()
    .texts(1, op['tags'])
    .text(3, op['description'])
    .text(5, op['operationId'])
    .texts(6, op['produces'])
    .texts(7, op['consumes']);
  for (const parameter of (op['parameters'] ?? []) as Json[]) writer.message(8, yield* parameterItem(parameter));
  const responses = new ProtoWriter();
  for (const [code, answer] of Object.entries(op['responses'] as Record<string, Json>)) {
    const response = new ProtoWriter().text(1, answer['description']);
    if (answer['schema'])
      response.message(2, new ProtoWriter().message(1, yield* schemaMessage(answer['schema'] as Json)));
    responses.message(1, named(code, new ProtoWriter().message(1, response)));
  }
  return yield* extensions(writer.message(9, responses).texts(10, op['schemes']), 13, op);
}

/** A parameter is nested in three messages: item, parameter, and the kind of parameter. */
function* parameterItem(parameter: Json): Steps<ProtoWriter> {
  const inBody = parameter['in'] === 'body';
  const inner = inBody
    ? new ProtoWriter().message(1, yield* bodyParameter(parameter))
    : new ProtoWriter().message(
        2,
        new ProtoWriter().message(parameter['in'] === 'path' ? 4 : 3, plainParameter(parameter)),
      );
  return new ProtoWriter().message(1, inner);
}

function* bodyParameter(parameter: Json): Steps<ProtoWriter> {
  return new ProtoWriter()
    .text(1, parameter['description'])
    .text(2, parameter['name'])
    .text(3, parameter['in'])
    .bool(4, parameter['required'])
    .message(5, yield* schemaMessage(parameter['schema'] as Json));
}

/** Query parameters have one more field than path parameters, so all later field numbers are one higher. */
function plainParameter(parameter: Json): ProtoWriter {
  const shift = parameter['in'] === 'path' ? 0 : 1;
  return new ProtoWriter()
    .bool(1, parameter['required'])
    .text(2, parameter['in'])
    .text(3, parameter['description'])
    .text(4, parameter['name'])
    .text(5 + shift, parameter['type'])
    .text(6 + shift, parameter['format'])
    .bool(19 + shift, parameter['uniqueItems']);
}

function* schemaMessage(schema: Json): Steps<ProtoWriter> {
  yield;
  const writer = new ProtoWriter()
    .text(1, schema['$ref'])
    .text(2, schema['format'])
    .text(3, schema['title'])
    .text(4, schema['description']);
  if (schema['default'] !== undefined) writer.message(5, yield* anyValue(schema['default']));
  yield* restrictions(writer, 6, schema);
  const { additionalProperties } = schema;
  if (typeof additionalProperties === 'boolean') writer.message(21, new ProtoWriter().flag(2, additionalProperties));
  else if (additionalProperties)
    writer.message(21, new ProtoWriter().message(1, yield* schemaMessage(additionalProperties as Json)));
  if (schema['type'] !== undefined) writer.message(22, new ProtoWriter().texts(1, [schema['type']]));
  if (schema['items']) writer.message(23, new ProtoWriter().message(1, yield* schemaMessage(schema['items'] as Json)));
  if (schema['properties']) {
    const properties = new ProtoWriter();
    for (const [name, inner] of Object.entries(schema['properties'] as Record<string, Json>)) {
      properties.message(1, named(name, yield* schemaMessage(inner)));
    }
    writer.message(25, properties);
  }
  return yield* extensions(writer, 31, schema);
}
