/** An authenticating proxy that sends users in headers. */
export interface RequestHeaderOptions {
  /** PEM file of the CAs of the proxy's client certificates. */
  readonly clientCaFile: string;
  /** Common names of such certificates; empty allows any (B-111, B-112). */
  readonly allowedNames: readonly string[];
  /** Header names in any case; the first with a value is the user name. Empty disables the method (B-103, B-105). */
  readonly usernameHeaders: readonly string[];
  readonly uidHeaders: readonly string[];
  /** All values of all of them are groups (B-106). */
  readonly groupHeaders: readonly string[];
  /** Headers with one of these prefixes are extra attributes (B-107). */
  readonly extraHeaderPrefixes: readonly string[];
}
