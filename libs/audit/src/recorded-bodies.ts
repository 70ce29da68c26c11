import type { RequestRecord } from '@orch/http';
import type { ByteBudget } from './byte-budget.js';
import { EmbeddedJson } from './embedded-json.js';
import { withoutManagedFields } from './managed-fields-cut.js';

/** Longest answer that is kept. */
const MAX_ANSWER_BYTES = 8 * 1_024 * 1_024;

/** What is kept of bodies. */
export interface KeptBodies {
  /** The body of the request; else only its name, and whether it was refused. */
  readonly request: boolean;
  readonly answer: boolean;
}

/**
 * Bodies of one request and its answer, as they were decoded and made: nothing is decoded for audit. JSON is kept as the bytes it came
 * and goes in.
 */
export class RecordedBodies implements RequestRecord {
  readonly answer: ((json: Uint8Array) => void) | undefined;
  /** The body of the request was refused by its decoder, or could not be read. */
  refused = false;
  /** The answer was longer than what is kept, alone or with those of other requests; nothing of it is. */
  tooLong = false;
  /** `metadata.name` of the body; undefined where it has none. */
  name: string | undefined;
  private sent: { readonly value: unknown; readonly json: Uint8Array | undefined } | undefined;
  private readonly pieces: Uint8Array[] = [];
  private bytes = 0;

  /** @param budget for what is held of answers while their requests run. */
  constructor(
    private readonly kept: KeptBodies,
    private readonly budget: ByteBudget,
  ) {
    this.answer = kept.answer ? (json) => this.keep(json) : undefined;
  }

  body(value: unknown, json: Uint8Array | undefined): void {
    this.refused = false;
    this.name = nameIn(value);
    if (this.kept.request) this.sent = { value, json };
  }

  bodyRefused(): void {
    this.refused = true;
  }

  /** The body of the request for an event; undefined where there was none, or none is kept. */
  requestObject(omitManagedFields: boolean): EmbeddedJson | undefined {
    if (!this.sent) return undefined;
    const { value, json } = this.sent;
    return embedded(json ?? Buffer.from(JSON.stringify(value)), omitManagedFields);
  }

  /** The same of the answer. */
  responseObject(omitManagedFields: boolean): EmbeddedJson | undefined {
    return this.bytes === 0 ? undefined : embedded(Buffer.concat(this.pieces, this.bytes), omitManagedFields);
  }

  private keep(json: Uint8Array): void {
    if (this.tooLong) return;
    if (this.bytes + json.length <= MAX_ANSWER_BYTES && this.budget.take(json.length)) {
      this.bytes += json.length;
      this.pieces.push(json);
      return;
    }
    this.tooLong = true;
    this.release();
  }

  /** Forgets the answer. */
  release(): void {
    this.budget.giveBack(this.bytes);
    this.bytes = 0;
    this.pieces.length = 0;
  }
}

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
