/**
 * A failure whose reason another process has printed on the same standard error: it is not printed once more. The process ends
 * with `status`.
 */
export class ShownError extends Error {
  override readonly name = 'ShownError';
  constructor(
    message: string,
    readonly status: 1 | 2,
  ) {
    super(message);
  }
}
