/** Versions of ConversionReview that this server sends. */
export const REVIEW_VERSIONS = ['v1', 'v1beta1'];

export const hasRecognizedVersion = (versions: readonly string[]): boolean =>
  versions.some((version) => REVIEW_VERSIONS.includes(version));
