import { quotedText } from '../field/quoted-text.js';

/** Source location of the scheme in the reference server; part of its message. */
const SCHEME = 'pkg/runtime/scheme.go:110';
const MAX_SHOWN = 253;

/** Why a body of a kind that is not registered is refused. */
export const unknownKind = (kind: string, apiVersion: string): string =>
  `no kind ${quotedText(shownKind(kind))} is registered for version ${quotedText(shownKind(apiVersion))} in scheme ${quotedText(SCHEME)}`;

/** A kind or version from a body, truncated so that the response stays small. */
export const shownKind = (text: string): string =>
  text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 3)}...` : text;
