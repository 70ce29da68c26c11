import type { JsonPath as Path } from '@orch/apimachinery';

/** A parsed template of `-o jsonpath`: what is printed, piece by piece. */
export type Template = readonly Piece[];

export type Piece =
  | { readonly text: string }
  | { readonly path: Path }
  /** The body once for each value of the path, with that value as the one that paths start from. */
  | { readonly range: Path; readonly body: Template };
