import { childrenOf, DER, derElements, type DerElement } from '../encoding/der.js';
import { PkiError } from '../pki-error.js';
import { decodeDirectoryString } from './directory-string.js';

/** The attributes of a subject used by authentication: user names and groups. */
export interface CertificateSubject {
  /** All common names, in order. Only a subject with exactly one identifies a user: parsers differ in which of several they use. */
  readonly commonNames: readonly string[];
  /** In order. One may be empty: signers of others may accept that. */
  readonly organizations: readonly string[];
}

/** Why a subject is not requested of a built-in signer. */
export const SEVERAL_COMMON_NAMES = 'the subject has several common names: one is allowed';

/** Why a subject is never signed or authenticated, as a clause for a message; undefined when it can be. */
export function identityFault({ commonNames, organizations }: CertificateSubject): string | undefined {
  if (commonNames.length > 1) return SEVERAL_COMMON_NAMES;
  return organizations.includes('') ? 'the subject has an empty organization: a group has a name' : undefined;
}

/** Object identifiers of both attributes, DER. */
const COMMON_NAME = Buffer.from('550403', 'hex');
const ORGANIZATION = Buffer.from('55040a', 'hex');

/** C0 and C1 control characters, including NUL: they truncate or hide part of a name when it is printed or compared. */
const CONTROL = /\p{Cc}/u;

/**
 * Reads the subject of a certificate or request. Approval, signing, admission and authentication share this parser, so they all see
 * the same name.
 * @param name the subject, an X.501 Name. Attributes may come in any order, several in one set.
 * @throws PkiError InvalidSubject: an unsupported string type, bytes invalid for the type, an empty common name, or control
 *   characters in a common name or organization.
 */
export function readSubject(name: DerElement | undefined): CertificateSubject {
  const commonNames: string[] = [];
  const organizations: string[] = [];
  for (const set of childrenOf(name, DER.sequence) ?? invalid('it cannot be read')) {
    for (const attribute of childrenOf(set, DER.set) ?? invalid('it cannot be read')) {
      const { type, text } = readAttribute(attribute);
      if (type.equals(COMMON_NAME))
        commonNames.push(text === '' ? invalid('it has an empty common name') : printable('common name', text));
      else if (type.equals(ORGANIZATION)) organizations.push(printable('organization', text));
    }
  }
  return { commonNames, organizations };
}

/**
 * Reads the subject of an X.509 certificate, DER.
 * @throws PkiError InvalidSubject.
 */
export function readCertificateSubject(certificate: Buffer): CertificateSubject {
  const [whole] = derElements(certificate) ?? [];
  const [signed] = childrenOf(whole, DER.sequence) ?? [];
  const fields = childrenOf(signed, DER.sequence) ?? [];
  // version (absent in version 1), serial number, algorithm, issuer, validity, subject
  return readSubject(fields[fields[0]?.tag === DER.context0 ? 5 : 4]);
}

function readAttribute(attribute: DerElement): { readonly type: Buffer; readonly text: string } {
  const [type, value, ...more] = childrenOf(attribute, DER.sequence) ?? [];
  if (type?.tag !== DER.objectIdentifier || !value || more.length > 0) return invalid('it cannot be read');
  const text = decodeDirectoryString(value.tag, value.content);
  return text === undefined
    ? invalid(
        'an attribute in it is not a string of type UTF8String, PrintableString, IA5String, TeletexString or BMPString',
      )
    : { type: type.content, text };
}

function printable(what: string, text: string): string {
  return CONTROL.test(text) ? invalid(`its ${what} has control characters`) : text;
}

function invalid(why: string): never {
  throw new PkiError('InvalidSubject', `the subject is refused: ${why}`);
}
