import { createHash } from 'node:crypto';
import type { ResourceDefinition } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';
import { openApiDocument, type OpenApiDocument } from './group-document.js';
import { toSwagger, type SwaggerDocument } from './swagger.js';
import { encodeSwagger } from './swagger-protobuf.js';

/** A document ready to send. */
export interface RenderedDocument {
  readonly bytes: Buffer;
  /** Upper-case hexadecimal; changes with the content and with nothing else. */
  readonly hash: string;
}

/**
 * The API documents of one server (C-297, C-298). Each is made when it is first asked for, and kept: a start pays for none.
 */
export class OpenApiDocuments {
  private readonly byPath: ReadonlyMap<string, readonly ResourceDefinition[]>;
  private readonly rendered = new Map<string, RenderedDocument>();

  constructor(
    private readonly definitions: readonly ResourceDefinition[],
    private readonly vocabulary: Vocabulary,
    /** Shown as the version of the API, `v1.24.0`. */
    private readonly release: string,
  ) {
    const byPath = new Map<string, ResourceDefinition[]>();
    for (const definition of definitions) {
      const { group, version } = definition.gvr;
      const path = group === '' ? `api/${version}` : `apis/${group}/${version}`;
      const members = byPath.get(path);
      if (members) members.push(definition);
      else byPath.set(path, [definition]);
    }
    this.byPath = byPath;
  }

  /** `/openapi/v3`: where each group version's document is, by hash. */
  index(): RenderedDocument {
    return this.once('v3', () => {
      const paths = [...this.byPath.keys()].sort().map((path) => {
        const { hash } = this.groupVersion(path)!;
        return [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` }];
      });
      return json({ paths: Object.fromEntries(paths) as unknown });
    });
  }

  /** @param path `api/v1` or `apis/{group}/{version}`. Undefined when nothing is served there. */
  groupVersion(path: string): RenderedDocument | undefined {
    const members = this.byPath.get(path);
    return members && this.once(`v3/${path}`, () => json(openApiDocument(members, this.vocabulary, this.release)));
  }

  /** `/openapi/v2`, everything in one document. */
  swaggerJson(): RenderedDocument {
    return this.once('v2', () => json(this.swagger()));
  }

  /** The same as protobuf. */
  swaggerProtobuf(): RenderedDocument {
    return this.once('v2.pb', () => encodeSwagger(this.swagger()));
  }

  private swagger(): SwaggerDocument {
    const all: OpenApiDocument = openApiDocument(this.definitions, this.vocabulary, this.release);
    return toSwagger(all, this.vocabulary.schemaExtensionPrefix);
  }

  private once(key: string, make: () => Buffer): RenderedDocument {
    let document = this.rendered.get(key);
    if (!document) {
      const bytes = make();
      const hash = createHash('sha512').update(bytes).digest('hex').toUpperCase();
      this.rendered.set(key, (document = { bytes, hash }));
    }
    return document;
  }
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
