import type { CertificateSigningRequest } from '@orch/api';
import { PkiError, readCertificateRequest } from '@orch/pki';
import type { Vocabulary } from '@orch/vocabulary';
import type { RefusalRule } from './refusal-rule.js';

/** A node may request certificates for its own name only; the signer validates the rest of the request. */
export function nodeCertificates({ signers }: Vocabulary): RefusalRule {
  const ofNodes: readonly string[] = [signers.apiServerClientNode, signers.nodeServing];
  return (node, { operation, object }) => {
    const { signerName, request } = (object as CertificateSigningRequest | undefined)?.spec ?? {};
    if (operation !== 'CREATE' || !ofNodes.includes(signerName ?? '')) return undefined;
    const own = `system:node:${node}`;
    try {
      const { commonNames } = readCertificateRequest(Buffer.from(String(request), 'base64').toString('latin1')).subject;
      return commonNames.length === 1 && commonNames[0] === own
        ? undefined
        : `can only create a node CSR with CN=${own}`;
    } catch (error) {
      if (error instanceof PkiError) return `unable to parse csr: ${error.message}`;
      throw error;
    }
  };
}
