type Json = Record<string, unknown>;

const METHODS: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch']);

/**
 * Converts a path item from OpenAPI 3 to Swagger 2.0 (C-297).
 * @param consumes media types of operations without a body; none: not documented.
 */
export function toSwaggerPathItem(item: Json, extensionPrefix: string, consumes: readonly string[] = ['*/*']): Json {
  const schemaOf = (schema: unknown): Json => toSwaggerSchema(schema as Json, extensionPrefix);
  return Object.fromEntries(
    Object.entries(item).map(([key, value]) => {
      if (METHODS.has(key)) return [key, operation(value as Json, schemaOf, consumes)];
      return [key, (value as Json[]).map((parameter) => flatParameter(parameter, schemaOf))];
    }),
  );
}

function operation(v3: Json, schemaOf: (schema: unknown) => Json, consumes: readonly string[]): Json {
  const { requestBody, responses, parameters, ...rest } = v3;
  const body = requestBody as { content: Record<string, { schema: unknown }>; required?: boolean } | undefined;
  const flat = ((parameters ?? []) as Json[]).map((parameter) => flatParameter(parameter, schemaOf));
  if (body) {
    const [content] = Object.values(body.content);
    flat.push({
      name: 'body',
      in: 'body',
      ...(body.required ? { required: true } : {}),
      schema: schemaOf(content!.schema),
    });
  }
  const answers = responses as Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
  const [success] = Object.values(answers);
  return {
    ...rest,
    ...(body || consumes.length > 0 ? { consumes: body ? Object.keys(body.content) : consumes } : {}),
    produces: Object.keys(success?.content ?? {}),
    schemes: ['https'],
    ...(flat.length > 0 ? { parameters: flat } : {}),
    responses: Object.fromEntries(
      Object.entries(answers).map(([code, { description, content }]) => {
        const [first] = Object.values(content ?? {});
        return [code, { description, ...(first ? { schema: schemaOf(first.schema) } : {}) }];
      }),
    ),
  };
}

function flatParameter(parameter: Json, schemaOf: (schema: unknown) => Json): Json {
  const { schema, ...rest } = parameter;
  return { ...rest, ...schemaOf(schema) };
}

/** Drops keywords that Swagger 2.0 does not have, and defaults. A value of several types is a string with a format there. */
export function toSwaggerSchema(schema: Json, prefix: string): Json {
  const out: Json = {};
  for (const [key, value] of Object.entries(schema)) {
    switch (key) {
      case '$ref':
        return { $ref: swaggerRef(value as string) };
      case 'nullable':
      // Swagger documents no defaults: generated clients would send them.
      case 'default':
        break;
      case 'oneOf':
        // A value of several types: clients know it by its name.
        out['type'] = 'string';
        break;
      case 'allOf': {
        // Of the siblings of a reference, Swagger keeps only the description.
        const [first] = value as Json[];
        out['$ref'] = swaggerRef(first!['$ref'] as string);
        break;
      }
      case 'properties':
        out[key] = Object.fromEntries(
          Object.entries(value as Json).map(([name, inner]) => [name, toSwaggerSchema(inner as Json, prefix)]),
        );
        break;
      case 'items':
      case 'additionalProperties':
        out[key] = toSwaggerSchema(value as Json, prefix);
        break;
      default:
        out[key] = value;
    }
  }
  delete out[`${prefix}int-or-string`];
  return out;
}

const swaggerRef = (ref: string): string => ref.replace('#/components/schemas/', '#/definitions/');
