import { discoveryCodec, type DiscoveryKind, type ResourceDefinition } from '@orch/api';
import { encodeYaml } from '@orch/apimachinery';
import { CachedDocument } from '@orch/http';
import { AggregatedJson, type HashedPieces } from './aggregated-json.js';
import type { DocumentForm } from './document-form.js';
import type { RemoteGroupVersion } from './remote-group-version.js';
import { ServedDocuments } from './served-documents.js';

/**
 * Encoded discovery documents (C-288..C-292). Each is built on first request, and cached in every requested
 * format, until the served kinds change, here or on another API server; then the JSON of unchanged groups is used again.
 */
export class Discovery {
  private documents: ServedDocuments | undefined;
  private readonly rendered = new Map<string, CachedDocument>();
  private readonly writers = new Map<string, AggregatedJson>();

  constructor(
    /** The served kinds; a new array when they change. */
    private readonly definitions: () => readonly ResourceDefinition[],
    /** `host:port` of this server, for `/api`. */
    private readonly serverAddress: () => string,
    /** What other API servers serve; a new array when it changes. Default: nothing. */
    private readonly remote: () => readonly RemoteGroupVersion[] = () => NONE,
  ) {}

  /** All paths of documents. */
  get paths(): Iterable<string> {
    return this.served().paths;
  }

  /** Whether a path without trailing slash has a document. */
  has(path: string): boolean {
    return this.served().has(path);
  }

  /** Whether the document of a path lists the resources of a group version. */
  listsResources(path: string): boolean {
    return this.served().listsResources(path);
  }

  /** Whether a path has an aggregated form. */
  aggregates(path: string): boolean {
    return this.served().aggregates(path);
  }

  /**
   * The document of a path without trailing slash; undefined when there is none.
   * @param pretty indented, for JSON.
   */
  document(path: string, form: DocumentForm, pretty = false): CachedDocument | undefined {
    const served = this.served();
    const key = `${path} ${pretty} ${form.contentType}`;
    let document = this.rendered.get(key);
    if (!document) {
      const made = this.aggregatedJson(served, path, form, pretty) ?? encoded(served, path, form, pretty);
      if (!made) return undefined;
      document = new CachedDocument(form.contentType, made.pieces, made.hash);
      this.rendered.set(key, document);
    }
    return document;
  }

  /** The form that nearly all clients ask for. Undefined: another one is asked for. */
  private aggregatedJson(
    served: ServedDocuments,
    path: string,
    { aggregated, encoding }: DocumentForm,
    pretty: boolean,
  ): HashedPieces | undefined {
    const groups = encoding === 'json' && !pretty ? served.groupsOf(path) : undefined;
    if (!groups || aggregated === undefined) return undefined;
    const writer = this.writers.get(path) ?? new AggregatedJson();
    this.writers.set(path, writer);
    return writer.write(aggregated, groups);
  }

  private served(): ServedDocuments {
    const definitions = this.definitions();
    const remote = this.remote();
    if (this.documents?.definitions !== definitions || this.documents.remote !== remote) {
      this.documents = new ServedDocuments(definitions, this.serverAddress, remote);
      this.rendered.clear();
    }
    return this.documents;
  }
}

const NONE: readonly RemoteGroupVersion[] = [];

/** Its hash is that of all its bytes. */
type Encoded = Pick<HashedPieces, 'pieces'> & Partial<HashedPieces>;

function encoded(served: ServedDocuments, path: string, form: DocumentForm, pretty: boolean): Encoded | undefined {
  const value = served.document(path, form.aggregated);
  return value && { pieces: [bytesOf(value, form, pretty)] };
}

function bytesOf(value: object, { encoding }: DocumentForm, pretty: boolean): Buffer {
  switch (encoding) {
    case 'protobuf': {
      const { kind, apiVersion = '' } = value as { kind: DiscoveryKind; apiVersion?: string };
      return discoveryCodec(kind, apiVersion).encode(value);
    }
    case 'yaml':
      return Buffer.from(encodeYaml(value));
    case 'json':
      return Buffer.from(`${JSON.stringify(value, null, pretty ? 2 : undefined)}\n`);
  }
}
