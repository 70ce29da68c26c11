import type { Pod } from '@orch/api';
import type { Clock } from '@orch/apimachinery';
import { flowOf } from '@orch/http';
import type { AdmissionAttributes } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { Decisions, isFields, type WebhookService } from '@orch/webhook';

/** The answer of an image policy service. */
export interface ImageVerdict {
  readonly allowed: boolean;
  readonly reason: string;
  /** By name, without the prefix. */
  readonly auditAnnotations: Readonly<Record<string, string>>;
}

/** How long answers are cached. Zero: not at all. Unit: milliseconds. */
export interface ImageReviewTtls {
  readonly allowTtlMs: number;
  readonly denyTtlMs: number;
}

const CACHED = { entries: 1_024, bytes: 1_048_576 };

/** Asks an image policy service about the images of pods, and caches its answers. */
export class ImageReviews {
  private readonly verdicts: Decisions<ImageVerdict>;
  private readonly apiVersion: string;

  constructor(
    private readonly service: Pick<WebhookService, 'review'>,
    private readonly ttls: ImageReviewTtls,
    private readonly vocabulary: Vocabulary,
    clock: Clock,
  ) {
    this.verdicts = new Decisions(clock, CACHED, CACHED);
    this.apiVersion = `${vocabulary.pluginConfigurationGroups.imagePolicy}/v1alpha1`;
  }

  /** @throws WebhookError. */
  of(a: AdmissionAttributes): ImageVerdict | Promise<ImageVerdict> {
    const spec = this.specOf(a);
    const flow = flowOf(a.user);
    const ask = async () => {
      const review = { apiVersion: this.apiVersion, kind: 'ImageReview', spec };
      const { status, bytes } = await this.service.review(review, flow);
      const decision = verdictOf(status);
      const { allowTtlMs, denyTtlMs } = this.ttls;
      const refused = !decision.allowed;
      return { decision, refused, ttlMs: refused ? denyTtlMs : allowTtlMs, bytes };
    };
    return this.verdicts.get(JSON.stringify(spec), () => flow.name, ask);
  }

  private specOf({ object, subresource, namespace }: AdmissionAttributes): object {
    const { spec, metadata } = object as Pod;
    const containers =
      subresource === ''
        ? [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])]
        : (spec?.ephemeralContainers ?? []);
    const infix = this.vocabulary.annotations.imagePolicyInfix;
    const annotations = Object.entries(metadata.annotations ?? {}).filter(([name]) => name.includes(infix));
    return {
      containers: containers.map(({ image }) => ({ image })),
      ...(annotations.length === 0 ? {} : { annotations: Object.fromEntries(annotations) }),
      namespace,
    };
  }
}

function verdictOf({ allowed, reason, auditAnnotations }: Readonly<Record<string, unknown>>): ImageVerdict {
  const texts = Object.entries(isFields(auditAnnotations) ? auditAnnotations : {});
  return {
    allowed: allowed === true,
    reason: typeof reason === 'string' ? reason : '',
    auditAnnotations: Object.fromEntries(
      texts.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
  };
}
