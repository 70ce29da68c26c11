import type { OpenApiNaming } from '@orch/apimachinery';
import type { DocumentPart } from '../document-parts.js';
import type { DocumentFormat, DocumentInfo } from './document-format.js';
import { SECURITY, SECURITY_SCHEMES } from './security.js';
import { toSwaggerPathItem, toSwaggerSchema } from './swagger.js';

const JSON_TYPE = 'application/json';
const COMMA = Buffer.from(',');

/** OpenAPI 3 as JSON. */
export const openApiJson: DocumentFormat = {
  contentType: JSON_TYPE,
  write: ({ name, value }) => member(name, value),
  join: (info, { paths, schemas }) => [
    head('openapi', '3.0.0', info),
    ...separated(paths),
    Buffer.from('},"components":{'),
    ...(schemas.length === 0 ? [] : [Buffer.from('"schemas":{'), ...separated(schemas), Buffer.from('}')]),
    ...(schemas.length > 0 && info.hasSecurity ? [COMMA] : []),
    ...(info.hasSecurity ? [Buffer.from(`"securitySchemes":${JSON.stringify(SECURITY_SCHEMES)}`)] : []),
    Buffer.from('}}'),
  ],
};

/** Swagger 2.0 as JSON. */
export const swaggerJson = ({ extensionPrefix }: OpenApiNaming): DocumentFormat => ({
  contentType: JSON_TYPE,
  write: (part) => member(part.name, inSwagger(part, extensionPrefix)),
  join: (info, { paths, schemas }) => [
    head('swagger', '2.0', info),
    ...separated(paths),
    Buffer.from('},"definitions":{'),
    ...separated(schemas),
    Buffer.from(`},"securityDefinitions":${JSON.stringify(SECURITY_SCHEMES)},"security":${JSON.stringify(SECURITY)}}`),
  ],
});

/** A part in Swagger 2.0 format. */
export const inSwagger = (part: DocumentPart, extensionPrefix: string): Record<string, unknown> =>
  part.swagger ??
  (part.in === 'paths'
    ? toSwaggerPathItem(part.value, extensionPrefix, part.consumes)
    : toSwaggerSchema(part.value, extensionPrefix));

const head = (format: string, formatVersion: string, { title, version }: DocumentInfo): Buffer =>
  Buffer.from(`{"${format}":"${formatVersion}","info":${JSON.stringify({ title, version })},"paths":{`);

const member = (name: string, value: object): Buffer => Buffer.from(`${JSON.stringify(name)}:${JSON.stringify(value)}`);

const separated = (parts: readonly Buffer[]): Buffer[] =>
  parts.flatMap((part, at) => (at === 0 ? [part] : [COMMA, part]));
