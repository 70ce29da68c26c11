import { isQualifiedName } from '@orch/apimachinery';
import { ValidateBy } from 'class-validator';

/** Allowed characters after the domain, in lower case. */
const PATH = /^[a-z0-9/\-._~%!$&'()*+,;=:]+$/;

/** Valid for a key of `extra`: a domain, a slash and a path, in lower case, so that it is equal in a header. */
export const extraKey = (): PropertyDecorator =>
  ValidateBy({
    name: 'extraKey',
    validator: {
      validate: (key: unknown) => typeof key === 'string' && isExtraKey(key),
      defaultMessage: () => 'must be a domain and a path in lower case, such as example.com/role',
    },
  });

function isExtraKey(key: string): boolean {
  const slash = key.indexOf('/');
  return (
    slash > 0 && key.length <= 510 && isQualifiedName(`${key.slice(0, slash)}/a`) && PATH.test(key.slice(slash + 1))
  );
}
