import { type ApiObject, textAt } from '../../api/object';
import { decodeBase64 } from '../../api/decode-base64';
import type { Resource } from '../../api/resource';
import { expiriesOf } from '../../certificate/expiry';

/** A certificate or token of an object, and when it expires. */
export interface Expiring {
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
  /** The subject of a certificate, or that it is a token. */
  readonly what: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

const SOON_MS = 30 * 86_400_000;

/** Credentials in an object that expire: certificates, and the time in a bootstrap token when its content is here. */
export function expiringOf(resource: Resource, object: ApiObject): Expiring[] {
  const { name, namespace = '' } = object.metadata;
  const certificates = expiriesOf(resource, object).map(({ subject, notAfter }) => ({
    ...{ resource, namespace, name, what: subject, expires: notAfter },
  }));
  const expires = resource.resource === 'secrets' ? Date.parse(tokenExpiration(object)) : NaN;
  const token = Number.isNaN(expires) ? [] : [{ resource, namespace, name, what: 'bootstrap token', expires }];
  return [...certificates, ...token];
}

const tokenExpiration = (object: ApiObject): string => {
  const encoded = textAt(object, 'data', 'expiration');
  return encoded === '' ? '' : decodeBase64(encoded);
};

/** What has expired or will within 30 days, the first first; the same certificate in one object once. */
export function soonest(all: readonly Expiring[], now: number): Expiring[] {
  const seen = new Set<string>();
  return all
    .filter((one) => {
      const key = `${one.resource.resource}/${one.namespace}/${one.name}/${one.what}/${one.expires}`;
      if (one.expires - now > SOON_MS || seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .toSorted((a, b) => a.expires - b.expires);
}

/** The first that expires after 30 days. */
export const nextLater = (all: readonly Expiring[], now: number): Expiring | undefined =>
  all.filter(({ expires }) => expires - now > SOON_MS).toSorted((a, b) => a.expires - b.expires)[0];
