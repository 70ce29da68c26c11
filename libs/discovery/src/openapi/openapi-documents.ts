import type { ResourceDefinition } from '@orch/api';
import type { OpenApiNaming } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { byGroupVersion } from '../by-group-version.js';
import { CachedDocument, inTurns, OWN_FLOW } from '@orch/http';
import { buildDocument } from './build-document.js';
import { documentParts } from './document-parts.js';
import type { DocumentFormat } from './formats/document-format.js';
import { openApiJson, swaggerJson } from './formats/json-formats.js';
import { openApiProtobuf } from './formats/openapi-protobuf.js';
import { swaggerProtobuf } from './formats/swagger-protobuf.js';
import { openApiNaming } from './naming.js';

/** Encoding of a document. */
export type DocumentEncoding = 'json' | 'protobuf';

type Members = readonly ResourceDefinition[];

interface KeptDocument {
  readonly members: Members;
  readonly document: Promise<CachedDocument>;
}

/**
 * The OpenAPI documents of one server (C-297, C-298). Each is built on first request, without blocking the event loop, and cached until
 * its kinds change.
 */
export class OpenApiDocuments {
  private readonly naming: OpenApiNaming;
  private readonly kept = new Map<string, KeptDocument>();
  private known: { readonly definitions: Members; readonly byPath: ReadonlyMap<string, Members> } | undefined;

  constructor(
    /** The served kinds; a new array when they change. */
    private readonly definitions: () => Members,
    private readonly vocabulary: Vocabulary,
    /** Version in the documents, `v1.24.0`. */
    private readonly release: string,
  ) {
    this.naming = openApiNaming(vocabulary);
  }

  /** `/openapi/v3`: URLs of the documents of each group version, with their hashes. */
  index(): Promise<CachedDocument> {
    const paths = [...this.byPath().keys()].sort();
    return this.keep('v3', this.definitions(), async () => {
      const links: Record<string, object> = {};
      for (const path of paths) {
        const document = await this.groupVersion(path, 'json');
        if (document) links[path] = { serverRelativeURL: `/openapi/v3/${path}?hash=${document.hash}` };
      }
      return new CachedDocument('application/json', Buffer.from(JSON.stringify({ paths: links })));
    });
  }

  /** @param path `api/v1` or `apis/{group}/{version}`. Undefined when the group version is not served. */
  groupVersion(path: string, encoding: DocumentEncoding): Promise<CachedDocument> | undefined {
    const members = this.byPath().get(path);
    return members && this.build(`v3/${path}`, members, encoding === 'json' ? openApiJson : openApiProtobuf);
  }

  /** `/openapi/v2`: one document for all groups. */
  swagger(encoding: DocumentEncoding): Promise<CachedDocument> {
    const format = encoding === 'json' ? swaggerJson : swaggerProtobuf;
    return this.build('v2', this.definitions(), format(this.naming));
  }

  private build(name: string, members: Members, format: DocumentFormat): Promise<CachedDocument> {
    const info = { title: this.vocabulary.product, version: this.release };
    return this.keep(`${name} ${format.contentType}`, members, async () => {
      const bytes = await inTurns(buildDocument(documentParts(members, this.naming), info, format), { flow: OWN_FLOW });
      return new CachedDocument(format.contentType, bytes);
    });
  }

  /** Single flight: concurrent calls share one build. */
  private keep(key: string, members: Members, make: () => Promise<CachedDocument>): Promise<CachedDocument> {
    const cached = this.kept.get(key);
    if (cached && sameMembers(cached.members, members)) return cached.document;
    const document = make();
    this.kept.set(key, { members, document });
    // The next call retries a failed build.
    document.catch(() => this.kept.delete(key));
    return document;
  }

  private byPath(): ReadonlyMap<string, Members> {
    const definitions = this.definitions();
    if (this.known?.definitions !== definitions) {
      const entries = [...byGroupVersion(definitions)].map(
        ([groupVersion, members]) =>
          [`${groupVersion.includes('/') ? 'apis' : 'api'}/${groupVersion}`, members] as const,
      );
      this.known = { definitions, byPath: new Map(entries) };
    }
    return this.known.byPath;
  }
}

const sameMembers = (a: Members, b: Members): boolean =>
  a === b || (a.length === b.length && a.every((member, at) => member === b[at]));
