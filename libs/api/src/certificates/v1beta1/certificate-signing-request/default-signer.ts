import { PkiError, readCertificateRequest, type CertificateRequest } from '@orch/pki';
import type { Vocabulary } from '@orch/vocabulary';

const NODES_GROUP = 'system:nodes';
const NODE_USER_PREFIX = 'system:node:';
/** The object identifier of alternative names in DER: 2.5.29.17. */
const ALTERNATIVE_NAMES = Buffer.from([0x06, 0x03, 0x55, 0x1d, 0x11]);

/**
 * The signer of a request that names none (D-249): that of node clients or of node servers when subject, alternative names and usages are
 * those of a node, else `legacy-unknown`.
 * @param request base64 of PEM.
 */
export function defaultSigner(request: string, usages: readonly string[], { signers }: Vocabulary): string {
  const parsed = readRequest(request);
  if (!parsed || !isOfNode(parsed)) return signers.legacyUnknown;
  const hasNames = Buffer.from(parsed.der).includes(ALTERNATIVE_NAMES);
  if (!hasNames && areNodeUsages(usages, 'client auth')) return signers.apiServerClientNode;
  if (hasNames && areNodeUsages(usages, 'server auth')) return signers.nodeServing;
  return signers.legacyUnknown;
}

function readRequest(request: string): CertificateRequest | undefined {
  try {
    return readCertificateRequest(Buffer.from(request, 'base64').toString('latin1'));
  } catch (error) {
    if (error instanceof PkiError) return undefined; // rejected by the validation of the request
    throw error;
  }
}

const isOfNode = ({ subject: { organizations, commonNames } }: CertificateRequest): boolean =>
  organizations.length === 1 &&
  organizations[0] === NODES_GROUP &&
  commonNames.length === 1 &&
  commonNames[0]!.startsWith(NODE_USER_PREFIX);

/** Key encipherment has no meaning for ECDSA keys. */
function areNodeUsages(usages: readonly string[], purpose: string): boolean {
  const asked = new Set(usages);
  asked.delete('key encipherment');
  return asked.size === 2 && asked.has('digital signature') && asked.has(purpose);
}
