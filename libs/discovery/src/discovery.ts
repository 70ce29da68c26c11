import { discoveryCodec, type DiscoveryKind, type ResourceDefinition } from '@orch/api';
import { encodeYaml } from '@orch/apimachinery';
import { CachedDocument } from '@orch/http';
import type { DocumentForm } from './document-form.js';
import { ServedDocuments } from './served-documents.js';

/**
 * What the server serves, as documents ready to send (C-288..C-292). Each is made when it is first asked for, and kept in
 * every form somebody wanted it in, until other kinds are served.
 */
export class Discovery {
  private documents: ServedDocuments | undefined;
  private readonly rendered = new Map<string, CachedDocument>();

  constructor(
    /** The kinds that are served now; another array when they are others. */
    private readonly definitions: () => readonly ResourceDefinition[],
    /** `host:port` of this server, told in `/api`. */
    private readonly serverAddress: () => string,
  ) {}

  /** Every path that has a document. */
  get paths(): Iterable<string> {
    return this.served().paths;
  }

  /** Whether something is served at a path, written without a slash at its end. */
  has(path: string): boolean {
    return this.served().has(path);
  }

  /** Whether a path has an aggregated form. */
  aggregates(path: string): boolean {
    return this.served().aggregates(path);
  }

  /**
   * The document of a path without trailing slash; undefined when nothing is served there.
   * @param pretty indented, where the form is JSON.
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
    if (this.documents?.definitions !== definitions) {
      this.documents = new ServedDocuments(definitions, this.serverAddress);
      this.rendered.clear();
    }
    return this.documents;
  }
}

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
