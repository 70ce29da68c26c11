import type { ApiClient } from '../api/client';
import type { Resource } from '../api/resource';
import { type OpenApiDocument, type Schema, schemaOfKind } from './fields';
import { openApiPath } from './open-api-path';

/** The schema of a kind, with the document that its references point into. */
export interface KindSchema {
  readonly document: OpenApiDocument;
  readonly root: Schema;
}

/** Answers undefined when the server publishes no schema of the kind, or does not answer. */
export type SchemaReader = () => Promise<KindSchema | undefined>;

/** Reads the schema of a kind when it is first asked for; again only when there was no answer. */
export function schemaReader(
  client: Pick<ApiClient, 'json'>,
  { group, version, kind }: Pick<Resource, 'group' | 'version' | 'kind'>,
): SchemaReader {
  let reading: Promise<OpenApiDocument | undefined> | undefined;
  return async () => {
    reading ??= client.json<OpenApiDocument>(openApiPath({ group, version })).catch(() => {
      reading = undefined;
      return undefined;
    });
    const document = await reading;
    const root = document && schemaOfKind(document, group, version, kind);
    return document === undefined || root === undefined ? undefined : { document, root };
  };
}
