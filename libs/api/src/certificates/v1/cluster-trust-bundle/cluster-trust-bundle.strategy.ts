import { fieldError, FieldPath, validateName, type FieldError } from '@orch/apimachinery';
import { pemBlocks } from '@orch/pki';
import type { Strategy } from '../../../definition/strategy.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { validateSignerForm } from '../../../validation/signer-name.js';
import type { ClusterTrustBundle, ClusterTrustBundleSpec } from './cluster-trust-bundle.types.js';

const NAME = FieldPath.of('metadata', 'name');
const SPEC = FieldPath.of('spec');
const BUNDLE = SPEC.child('trustBundle');

/** Names of bundles have their signer as prefix, so that authorization by name restricts the signers a user may write for. */
export const clusterTrustBundleStrategy = (): Strategy<ClusterTrustBundle> => ({
  validateCreate: validateBundle,
  validateUpdate: (bundle, old) => [
    ...validateBundle(bundle),
    ...validateUnchanged<ClusterTrustBundleSpec>(SPEC, bundle.spec, old.spec, ['signerName']),
  ],
});

function validateBundle({ metadata, spec }: ClusterTrustBundle): FieldError[] {
  const { signerName = '', trustBundle = '' } = spec ?? {};
  return [
    ...(signerName === '' ? [] : validateSignerForm(SPEC.child('signerName'), signerName)),
    ...validateBundleName(metadata.name ?? '', signerName),
    ...validateCertificates(trustBundle),
  ];
}

/** `example.com:signer:anything` for the signer `example.com/signer`; without a signer there is no colon. */
function validateBundleName(name: string, signerName: string): FieldError[] {
  const prefix = signerName === '' ? '' : `${signerName.replaceAll('/', ':')}:`;
  if (!name.startsWith(prefix)) {
    return [
      fieldError.invalid(
        NAME,
        name,
        `ClusterTrustBundle for signerName ${signerName} must be named with prefix ${prefix}`,
      ),
    ];
  }
  return validateName('dns-subdomain', name.slice(prefix.length)).map((fault) => fieldError.invalid(NAME, name, fault));
}

/** At least one certificate, without duplicates or other PEM blocks. Errors omit the value: it is long. */
function validateCertificates(text: string): FieldError[] {
  const blocks = pemBlocks(text);
  const refuse = (detail: string): FieldError[] => [fieldError.invalid(BUNDLE, '<value omitted>', detail)];
  if (blocks.length === 0) return refuse('at least one trust anchor must be provided');
  if (blocks.some(({ label }) => label !== 'CERTIFICATE')) return refuse('every PEM block must be a CERTIFICATE');
  if (blocks.some(({ hasHeaders }) => hasHeaders)) return refuse('PEM blocks must not have headers');
  const distinct = new Set(blocks.map(({ der }) => der.toString('base64')));
  return distinct.size < blocks.length ? refuse('must not have duplicate trust anchors') : [];
}
