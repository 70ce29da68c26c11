import { encodeJsonSteps, type ApiObject } from '@orch/apimachinery';
import { atOnceOrInTurns, type Flow } from '@orch/http';
import type { EquivalentVersion } from '../matching/equivalent-versions.js';
import { inMatchedVersion, type MatchedVersion } from '../matching/matched-version.js';

type Encoded = Buffer | Promise<Buffer>;

const NULL = Buffer.from('null');

/**
 * The objects of one request as JSON, as its webhooks get them: each is converted and encoded once in each version, however many webhooks there
 * are, and large ones in steps.
 */
export class ReviewObjects {
  private readonly byVersion = new Map<EquivalentVersion | undefined, WeakMap<ApiObject, Encoded>>();

  /** @param flow of the request. */
  constructor(private readonly flow: () => Flow) {}

  /** Undefined objects are `null`. */
  json(object: ApiObject | undefined, matched: MatchedVersion): Encoded {
    if (!object) return NULL;
    const encoded = this.of(matched.equivalent);
    let json = encoded.get(object);
    if (!json) {
      const steps = encodeJsonSteps(inMatchedVersion(object, matched)!);
      encoded.set(object, (json = atOnceOrInTurns(steps, () => ({ flow: this.flow() }))));
    }
    return json;
  }

  private of(version: EquivalentVersion | undefined): WeakMap<ApiObject, Encoded> {
    let encoded = this.byVersion.get(version);
    if (!encoded) this.byVersion.set(version, (encoded = new WeakMap()));
    return encoded;
  }
}
