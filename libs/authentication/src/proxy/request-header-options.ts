/** A proxy that authenticates users and hands on their names in headers, as the operator described it. */
export interface RequestHeaderOptions {
  /** PEM file of authorities whose certificates prove that the proxy sent the headers. */
  readonly clientCaFile: string;
  /** Common names of such certificates; none allows any (B-111, B-112). */
  readonly allowedNames: readonly string[];
  /** Names of headers in any case; the first with a value gives the user's name. None turns the method off (B-103, B-105). */
  readonly usernameHeaders: readonly string[];
  readonly uidHeaders: readonly string[];
  /** All values of all of them are groups (B-106). */
  readonly groupHeaders: readonly string[];
  /** Headers that begin with one of them are extra attributes (B-107). */
  readonly extraHeaderPrefixes: readonly string[];
}
