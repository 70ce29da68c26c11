import { builtinResources, type HasMetadata, type ResourceLike } from '@orch/client';

/** A SubjectAccessReview: whether a user may perform an action. */
export interface SubjectAccessReview extends HasMetadata {
  readonly spec: {
    readonly user?: string | undefined;
    readonly groups?: readonly string[] | undefined;
    readonly uid?: string | undefined;
    readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
    readonly resourceAttributes: Readonly<Record<string, string>>;
  };
  readonly status?: { readonly allowed?: boolean };
}

export const subjectAccessReviews: ResourceLike<SubjectAccessReview> = builtinResources.subjectAccessReviews;
