import { encodeJsonSteps, type OpenApiNaming } from '@orch/apimachinery';
import type { DocumentPart } from '../document-part.js';
import { type DocumentFormat, type DocumentInfo, inOpenApi } from './document-format.js';
import { SECURITY, SECURITY_SCHEMES } from './security.js';
import { toSwaggerPathItem, toSwaggerSchema } from './swagger.js';

const JSON_TYPE = 'application/json';
const COMMA = Buffer.from(',');
const COMMA_BYTES = COMMA.length;

/** OpenAPI 3 as JSON. */
export const openApiJson: DocumentFormat = {
  contentType: JSON_TYPE,
  *write(part) {
    return yield* member(part, yield* inOpenApi(part));
  },
  join: (info, { paths, schemas }) => [
    head('openapi', '3.0.0', info),
    ...listed(paths),
    Buffer.from('},"components":{'),
    ...(schemas.length === 0 ? [] : [Buffer.from('"schemas":{'), ...listed(schemas), Buffer.from('}')]),
    ...(schemas.length > 0 && info.hasSecurity ? [COMMA] : []),
    ...(info.hasSecurity ? [Buffer.from(`"securitySchemes":${JSON.stringify(SECURITY_SCHEMES)}`)] : []),
    Buffer.from('}}'),
  ],
};

/** Swagger 2.0 as JSON. */
export const swaggerJson = ({ extensionPrefix }: OpenApiNaming): DocumentFormat => ({
  contentType: JSON_TYPE,
  *write(part) {
    return yield* member(part, yield* inSwagger(part, extensionPrefix));
  },
  join: (info, { paths, schemas }) => [
    head('swagger', '2.0', info),
    ...listed(paths),
    Buffer.from('},"definitions":{'),
    ...listed(schemas),
    Buffer.from(`},"securityDefinitions":${JSON.stringify(SECURITY_SCHEMES)},"security":${JSON.stringify(SECURITY)}}`),
  ],
});

/** A part in Swagger 2.0 format, in steps. */
export function* inSwagger(part: DocumentPart, extensionPrefix: string): Generator<undefined, Record<string, unknown>> {
  const { custom, swagger, value, consumes } = part;
  if (custom) return yield* custom.document('v2');
  if (swagger) return swagger;
  return part.in === 'paths'
    ? toSwaggerPathItem(value, extensionPrefix, consumes)
    : toSwaggerSchema(value, extensionPrefix);
}

const head = (format: string, formatVersion: string, { title, version }: DocumentInfo): Buffer =>
  Buffer.from(`{"${format}":"${formatVersion}","info":${JSON.stringify({ title, version })},"paths":{`);

/** With a comma before it. Schemas of custom kinds and parts of other servers have any size. */
function* member(part: DocumentPart, value: object): Generator<undefined, Buffer> {
  const { name, custom, swagger } = part;
  const key = `,${JSON.stringify(name)}:`;
  const isShort = part.in === 'paths' || !custom;
  if (isShort && !swagger) return Buffer.from(key + JSON.stringify(value));
  return Buffer.concat([Buffer.from(key), yield* encodeJsonSteps(value)]);
}

/** Members of an object. */
const listed = (parts: readonly Buffer[]): Buffer[] =>
  parts.map((part, at) => (at === 0 ? part.subarray(COMMA_BYTES) : part));
