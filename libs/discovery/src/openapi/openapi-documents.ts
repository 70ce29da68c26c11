import type { ResourceDefinition } from '@orch/api';
import type { OpenApiNaming } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { CachedDocument, inTurns, OWN_FLOW } from '@orch/http';
import type { RemoteGroupVersion } from '../remote-group-version.js';
import { buildDocument, type KnownParts } from './build-document.js';
import type { DocumentPart } from './document-part.js';
import { type DocumentContent, documentParts } from './document-parts.js';
import { documentSections } from './document-sections.js';
import type { DocumentFormat } from './formats/document-format.js';
import { inSwagger, openApiJson, swaggerJson } from './formats/json-formats.js';
import { openApiProtobuf } from './formats/openapi-protobuf.js';
import { swaggerProtobuf } from './formats/swagger-protobuf.js';
import { openApiNaming } from './naming.js';
import { SwaggerMerge } from './remote/merge-swagger.js';
import type { RemoteSwagger } from '../remote-swagger.js';
import { sameMembers } from '../same-members.js';
import { documentInfo } from './document-info.js';

/** Encoding of a document. */
export type DocumentEncoding = 'json' | 'protobuf';

type Members = readonly ResourceDefinition[];

interface KeptDocument {
  readonly members: Members;
  readonly document: Promise<CachedDocument>;
}

/** A format, and what is known in it. */
interface KeptFormat {
  readonly format: DocumentFormat;
  readonly known: KnownParts;
}

/**
 * The OpenAPI documents of one server (C-297, C-298). Each is built on first request, without blocking the event loop, and cached until
 * its kinds change; then only the parts of changed custom kinds are encoded again.
 */
export class OpenApiDocuments {
  private readonly naming: OpenApiNaming;
  private readonly formats: Readonly<Record<'v2Json' | 'v2Protobuf' | 'v3Json' | 'v3Protobuf', KeptFormat>>;
  private readonly kept = new Map<string, KeptDocument>();
  private known: { readonly definitions: Members; readonly sections: ReadonlyMap<string, DocumentContent> } | undefined;

  /** Those in the index. */
  private indexed = NO_REMOTE;
  /** Those in the Swagger document. */
  private merged: readonly RemoteSwagger[] = [];

  constructor(
    /** The served kinds; a new array when they change. */
    private readonly definitions: () => Members,
    private readonly vocabulary: Vocabulary,
    /** Emulated release 1.x. */
    private readonly emulatedMinor: number,
    /** What other API servers serve; a new array when it changes. Default: nothing. */
    private readonly remote: () => readonly RemoteGroupVersion[] = () => NO_REMOTE,
  ) {
    this.naming = openApiNaming(vocabulary);
    const kept = (format: DocumentFormat): KeptFormat => ({ format, known: new WeakMap() });
    this.formats = {
      v2Json: kept(swaggerJson(this.naming)),
      v2Protobuf: kept(swaggerProtobuf(this.naming)),
      v3Json: kept(openApiJson),
      v3Protobuf: kept(openApiProtobuf),
    };
  }

  /** `/openapi/v3`: URLs of the documents of each group, each group version and each other path, with their hashes. */
  index(): Promise<CachedDocument> {
    const remote = this.remote();
    if (remote !== this.indexed) this.kept.delete('v3');
    this.indexed = remote;
    const elsewhere = new Map(remote.map((one) => [`apis/${one.group}/${one.version}`, one.openApiUrl]));
    const paths = [...new Set([...this.sections().keys(), ...elsewhere.keys()])].sort();
    return this.keep('v3', this.definitions(), async () => {
      const links: Record<string, object> = {};
      for (const path of paths) {
        const serverRelativeURL = elsewhere.get(path);
        if (serverRelativeURL !== undefined) links[path] = { serverRelativeURL };
        if (elsewhere.has(path)) continue;
        const document = await this.groupVersion(path, 'json');
        if (document) links[path] = { serverRelativeURL: `/openapi/v3/${path}?hash=${document.hash}` };
      }
      return new CachedDocument('application/json', [Buffer.from(JSON.stringify({ paths: links }))]);
    });
  }

  /** @param path `api/v1`, `apis/{group}/{version}`, `apis/{group}` or `version`. Undefined when it is not served. */
  groupVersion(path: string, encoding: DocumentEncoding): Promise<CachedDocument> | undefined {
    const content = this.sections().get(path);
    return (
      content && this.build(`v3/${path}`, content, encoding === 'json' ? this.formats.v3Json : this.formats.v3Protobuf)
    );
  }

  /** `/openapi/v2`: one document for all groups, those of other API servers included. */
  swagger(encoding: DocumentEncoding): Promise<CachedDocument> {
    const { v2Json, v2Protobuf } = this.formats;
    const discovery = [...this.sections().values()].flatMap((section) => section.discovery);
    const content = { discovery, resources: this.definitions() };
    const remotes = this.remoteSwagger();
    return this.build('v2', content, encoding === 'json' ? v2Json : v2Protobuf, (parts) =>
      this.withRemote(parts, remotes),
    );
  }

  /** By priority. The kept documents go when it changes. */
  private remoteSwagger(): readonly RemoteSwagger[] {
    const remotes = [...this.remote()].sort(byPriority).flatMap(({ swagger }) => swagger ?? []);
    const { merged, kept } = this;
    if (!sameMembers(remotes, merged))
      for (const name of [...kept.keys()]) if (name.startsWith('v2 ')) kept.delete(name);
    this.merged = remotes;
    return remotes;
  }

  private *withRemote(parts: Parts, remotes: readonly RemoteSwagger[]): Parts {
    if (remotes.length === 0) return yield* parts;
    const { extensionPrefix } = this.naming;
    const merge = new SwaggerMerge(remotes, `${extensionPrefix}group-version-kind`);
    for (const part of parts) {
      if (part) yield* merge.own(part, () => inSwagger(part, extensionPrefix));
      yield part;
    }
    yield* merge.parts();
  }

  private build(
    name: string,
    content: DocumentContent,
    { format, known }: KeptFormat,
    extended: (parts: Parts) => Parts = (parts) => parts,
  ): Promise<CachedDocument> {
    const { naming, vocabulary, emulatedMinor: minor } = this;
    const info = documentInfo(content, vocabulary, minor);
    return this.keep(`${name} ${format.contentType}`, content.resources, async () => {
      const parts = documentParts(content, { naming, vocabulary, minor });
      const work = buildDocument(extended(parts), info, format, known);
      const { pieces, hash } = await inTurns(work, { flow: OWN_FLOW });
      return new CachedDocument(format.contentType, pieces, hash);
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

  private sections(): ReadonlyMap<string, DocumentContent> {
    const definitions = this.definitions();
    if (this.known?.definitions !== definitions) {
      this.known = { definitions, sections: documentSections(definitions, this.vocabulary) };
    }
    return this.known.sections;
  }
}

type Parts = Generator<DocumentPart | undefined>;

const NO_REMOTE: readonly RemoteGroupVersion[] = [];

/** Groups of higher priority first, and their versions of higher priority. */
const byPriority = (a: RemoteGroupVersion, b: RemoteGroupVersion): number =>
  b.groupPriority - a.groupPriority ||
  (a.group < b.group ? -1 : a.group > b.group ? 1 : b.versionPriority - a.versionPriority);
