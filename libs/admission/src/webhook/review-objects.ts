import { ApiError, encodeJsonSteps, type ApiObject } from '@orch/apimachinery';
import { atOnceOrInTurns, type Flow } from '@orch/http';
import type { EquivalentVersion } from '../matching/equivalent-versions.js';
import { inMatchedVersion, type MatchedVersion } from '../matching/matched-version.js';

type Encoded = Buffer | Promise<Buffer>;

const NULL = Buffer.from('null');

/** Twice what can be stored: patches of webhooks before may have added that much. */
const MAX_BYTES = 16 * 1_024 * 1_024;

function sendable(json: Buffer): Buffer {
  if (json.length <= MAX_BYTES) return json;
  throw ApiError.tooLarge(
    `the object has ${json.length} bytes after the webhooks that changed it: at most ${MAX_BYTES} are sent to others`,
  );
}

/**
 * The objects of one request as JSON, as its webhooks get them: each is converted and encoded once in each version, however many webhooks there
 * are, and large ones in steps.
 */
export class ReviewObjects {
  private readonly byVersion = new Map<EquivalentVersion | undefined, WeakMap<ApiObject, Encoded>>();

  /** @param flow of the request. */
  constructor(private readonly flow: () => Flow) {}

  /** Undefined objects are `null`. @throws ApiError RequestEntityTooLarge. */
  json(object: ApiObject | undefined, matched: MatchedVersion): Encoded {
    if (!object) return NULL;
    const encoded = this.of(matched.equivalent);
    let json = encoded.get(object);
    if (!json) {
      const steps = encodeJsonSteps(inMatchedVersion(object, matched)!);
      const made = atOnceOrInTurns(steps, () => ({ flow: this.flow() }));
      encoded.set(object, (json = made instanceof Promise ? made.then(sendable) : sendable(made)));
    }
    return json;
  }

  private of(version: EquivalentVersion | undefined): WeakMap<ApiObject, Encoded> {
    let encoded = this.byVersion.get(version);
    if (!encoded) this.byVersion.set(version, (encoded = new WeakMap()));
    return encoded;
  }
}
