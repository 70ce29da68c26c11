import { ValidateBy } from 'class-validator';
import { issuerUrlProblem } from '../oidc/issuer-url.js';

const problemOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? issuerUrlProblem(value) : 'is needed: an https URL';

/** Valid for a URL of an issuer. */
export const usableIssuerUrl = (): PropertyDecorator =>
  ValidateBy({
    name: 'usableIssuerUrl',
    validator: {
      validate: (value: unknown) => problemOf(value) === undefined,
      defaultMessage: (args) => problemOf(args?.value) ?? '',
    },
  });
