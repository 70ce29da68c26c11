import type { ApiObject } from '../api/object';
import type { Resource } from '../api/resource';
import { pemSources } from './pem-sources';
import { readPem } from './read-pem';

/** Until when a certificate in an object is valid. */
export interface Expiry {
  /** Where it is in the object. */
  readonly label: string;
  readonly subject: string;
  /** Milliseconds since 1970. */
  readonly notAfter: number;
}

/** The certificates in an object; what cannot be read is left out. */
export function expiriesOf(resource: Pick<Resource, 'resource'>, object: ApiObject): Expiry[] {
  return pemSources(resource, object).flatMap(({ label, pem }) =>
    readPem(pem).flatMap((content) =>
      content.type === 'certificate'
        ? [
            {
              label,
              subject: content.subject === '' ? 'without a subject' : content.subject,
              notAfter: content.notAfter,
            },
          ]
        : [],
    ),
  );
}
