import { encodeJsonSteps } from '@orch/apimachinery';
import { inTurns, OWN_FLOW, type RequestRecord, type ServerRequest, type WorkOptions } from '@orch/http';
import type { ByteBudget } from './byte-budget.js';
import { EmbeddedJson } from './embedded-json.js';
import { withoutManagedFields } from './managed-fields-cut.js';

/** Maximum size of a recorded body as JSON: it is put into the event in one turn. A control character takes a byte of protobuf, and six of JSON. */
const MAX_BODY_BYTES = 8 * 1_024 * 1_024;

/** A longer body that is not JSON is encoded in turns. Unit: bytes. */
const LARGE_BODY_BYTES = 64 * 1_024;

/** Memory of a decoded body, as a multiple of its length. Estimated. */
const DECODED_FACTOR = 8;

/** Which bodies are recorded. */
export interface KeptBodies {
  /** Whether the request body is recorded; otherwise only its name, and whether it was rejected. */
  readonly request: boolean;
  readonly answer: boolean;
}

/**
 * Bodies of one request and its response. Nothing is decoded for audit: JSON is kept as the received and sent bytes. Request bodies in other formats
 * are encoded as JSON when they are received.
 */
export class RecordedBodies implements RequestRecord {
  readonly answer: ((json: Uint8Array) => boolean) | undefined;
  /** The client may disconnect while the pieces of a list are recorded: those recorded so far are not valid JSON. */
  isPartial = false;
  /** The request body was rejected by its decoder, or could not be read. */
  refused = false;
  /** A body exceeded the limit, alone or together with those of other requests; it is not recorded. */
  tooLong = false;
  /** `metadata.name` of the body; undefined when it has none. */
  name: string | undefined;
  /** The request body is of a kind that holds secrets; it is not recorded. */
  isSecret = false;
  /** The request body as JSON. */
  private sent: Uint8Array | undefined;
  private sentBytes = 0;
  private readonly pieces: Uint8Array[] = [];
  private bytes = 0;
  /** The response exceeded the limit. */
  private isCut = false;

  /**
   * @param budget for bodies of requests in flight.
   * @param isSecretKind by kind and version of a request body. Default: none is secret.
   * @param work of the request, in which large bodies are encoded. Default: that of the server.
   */
  constructor(
    private readonly kept: KeptBodies,
    private readonly budget: ByteBudget,
    private readonly isSecretKind: (body: unknown) => boolean = () => false,
    private readonly work: () => WorkOptions = () => ({ flow: OWN_FLOW }),
  ) {
    this.answer = kept.answer ? (json) => this.keep(json) : undefined;
  }

  body(value: unknown, json: Uint8Array | undefined, bytes: number): void | Promise<void> {
    this.refused = false;
    this.name = nameIn(value);
    this.isSecret = this.isSecretKind(value);
    if (!this.kept.request || this.isSecret) return;
    const held = json ? json.length : bytes * DECODED_FACTOR;
    if (!this.budget.take(held)) {
      this.tooLong = true;
      return;
    }
    this.sentBytes += held;
    if (json) return this.keepSent(json);
    // As an item of a list: it need not be an object.
    if (bytes < LARGE_BODY_BYTES) return this.keepSent(onlyItem(Buffer.from(JSON.stringify([value]))));
    this.refused = true; // until it is encoded
    return inTurns(encodeJsonSteps([value]), this.work()).then((list) => this.keepSent(onlyItem(list)));
  }

  bodyRefused(): void {
    this.refused = true;
  }

  /** The request body for an event; undefined when there is none, or it is not recorded. */
  requestObject(omitManagedFields: boolean): EmbeddedJson | undefined {
    return this.sent && embedded(this.sent, omitManagedFields);
  }

  /**
   * As `requestObject`, for the response body. An error about a secret body may quote it.
   * @param failure its Status is the response: a part of a list may have been recorded before it. Default: the request did not fail.
   */
  responseObject(omitManagedFields: boolean, failure?: ServerRequest['failure']): EmbeddedJson | undefined {
    if (this.bytes === 0) return undefined;
    if (failure) return this.isSecret ? undefined : EmbeddedJson.of(Buffer.from(JSON.stringify(failure.status)));
    return this.isPartial ? undefined : embedded(Buffer.concat(this.pieces, this.bytes), omitManagedFields);
  }

  private keepSent(json: Uint8Array): void {
    this.refused = false;
    if (json.length > MAX_BODY_BYTES) {
      this.tooLong = true;
      this.releaseRequest();
    } else this.sent = json;
  }

  private keep(json: Uint8Array): boolean {
    if (this.isCut) return false;
    if (this.bytes + json.length <= MAX_BODY_BYTES && this.budget.take(json.length)) {
      this.bytes += json.length;
      this.pieces.push(json);
      return true;
    }
    this.tooLong = this.isCut = true;
    this.releaseResponse();
    return false;
  }

  /** Drops the bodies and releases their memory. */
  release(): void {
    this.releaseResponse();
    this.releaseRequest();
  }

  private releaseRequest(): void {
    this.budget.giveBack(this.sentBytes);
    this.sentBytes = 0;
    this.sent = undefined;
  }

  private releaseResponse(): void {
    this.budget.giveBack(this.bytes);
    this.bytes = 0;
    this.pieces.length = 0;
  }
}

const onlyItem = (list: Buffer): Buffer => list.subarray(1, -1);

function embedded(json: Uint8Array, omitManagedFields: boolean): EmbeddedJson {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.length);
  return EmbeddedJson.of(omitManagedFields ? withoutManagedFields(bytes) : bytes);
}

function nameIn(value: unknown): string | undefined {
  const metadata = isMap(value) ? value['metadata'] : undefined;
  const name = isMap(metadata) ? metadata['name'] : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
