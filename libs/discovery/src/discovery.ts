import { discoveryCodec, type DiscoveryKind, type ResourceDefinition } from '@orch/api';
import { encodeYaml } from '@orch/apimachinery';
import { CachedDocument } from '@orch/http';
import type { DocumentForm } from './document-form.js';
import type { RemoteGroupVersion } from './remote-group-version.js';
import { ServedDocuments } from './served-documents.js';

/**
 * Encoded discovery documents (C-288..C-292). Each is built on first request, and cached in every requested
 * format, until the served kinds change, here or on another API server.
 */
export class Discovery {
  private documents: ServedDocuments | undefined;
  private readonly rendered = new Map<string, CachedDocument>();

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
      const value = served.document(path, form.aggregated);
      if (!value) return undefined;
      document = new CachedDocument(form.contentType, encode(value, form.encoding, pretty));
      this.rendered.set(key, document);
    }
    return document;
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

function encode(value: object, encoding: DocumentForm['encoding'], pretty: boolean): Buffer {
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
