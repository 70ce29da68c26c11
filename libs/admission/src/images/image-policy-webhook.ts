import { flowOf, ownTurn } from '@orch/http';
import type { AdmissionAttributes } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { WebhookError } from '@orch/webhook';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { forbidden } from '../forbidden.js';
import { isPodWrite } from '../pod-write.js';
import type { ImageReviews, ImageVerdict } from './image-review.js';

const NAME = 'ImagePolicyWebhook';

export interface ImagePolicyOptions {
  readonly reviews: Pick<ImageReviews, 'of'>;
  /** Whether pods are admitted while the service gives no valid answer. */
  readonly defaultAllow: boolean;
}

/** Asks a service whether the images of a pod may be used. */
export function imagePolicyWebhook(
  { reviews, defaultAllow }: ImagePolicyOptions,
  { annotations }: Vocabulary,
): AdmissionPlugin {
  const prefix = annotations.imagePolicyAuditPrefix;
  const apply = (a: AdmissionAttributes, { allowed, reason, auditAnnotations }: ImageVerdict): void => {
    for (const [name, value] of Object.entries(auditAnnotations)) a.annotate(prefix + name, value);
    if (allowed) return;
    throw forbidden(
      a,
      reason === ''
        ? 'one or more images rejected by webhook backend'
        : `image policy webhook backend denied one or more images: ${reason}`,
    );
  };
  const unanswered = (a: AdmissionAttributes, error: unknown): void => {
    if (!(error instanceof WebhookError)) throw error;
    if (!defaultAllow) throw forbidden(a, error.message);
    a.annotate(`${prefix}failed-open`, 'true');
  };
  return {
    name: NAME,
    handles: (a) => isPodWrite(a) || isPodWrite(a, { subresource: 'ephemeralcontainers' }),
    waitsFor: ({ definition: { gvr } }) => (gvr.group === '' && gvr.resource === 'pods' ? [NAME] : []),
    validate: (a) => {
      const verdict = reviews.of(a);
      if (!(verdict instanceof Promise)) return apply(a, verdict);
      return inTurn(a, verdict).then(
        (answered) => apply(a, answered),
        (error: unknown) => unanswered(a, error),
      );
    },
  };
}

/** Hundreds of pods may have waited for the same verdict, and each is checked and encoded after it. */
async function inTurn(a: AdmissionAttributes, verdict: Promise<ImageVerdict>): Promise<ImageVerdict> {
  try {
    return await verdict;
  } finally {
    await ownTurn({ flow: flowOf(a.user) });
  }
}
