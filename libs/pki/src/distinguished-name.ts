import type * as X509 from '@peculiar/x509';

/** The two parts of a subject the API knows: the user and the groups. */
export interface Subject {
  readonly commonName: string;
  readonly organizations: readonly string[];
}

/** Organizations first, as other issuers write them. Values are data: `#`, `,` and `=` in them mean nothing. */
export function distinguishedName(library: typeof X509, subject: Subject): X509.Name {
  const attributes: X509.JsonNameParams = subject.organizations.map((name) => ({ O: [{ utf8String: name }] }));
  if (subject.commonName !== '') attributes.push({ CN: [{ utf8String: subject.commonName }] });
  return new library.Name(attributes);
}
