import { parseCertificateRequest, PkiError } from '@orch/pki';
import type { FuzzTarget } from '../fuzz-target.js';
import { mutatedBytes, mutatedTexts } from '../mutation.js';

/** A request of 2026, for CN=joe, O=dev, with alternative names of four forms. */
const REQUEST = `-----BEGIN CERTIFICATE REQUEST-----
MIIBGzCBwgIBADAcMQwwCgYDVQQDDANqb2UxDDAKBgNVBAoMA2RldjBZMBMGByqG
SM49AgEGCCqGSM49AwEHA0IABK2OhFPjmCO0YEa183eiWZf3+mnv+Mj8ZeH2TTu4
nx5Mg/fjlvVtNtQF24iIUoHU0gqcwBa1YiI+djQ3USfZFX+gRDBCBgkqhkiG9w0B
CQ4xNTAzMDEGA1UdEQQqMCiCDWEuZXhhbXBsZS5jb22HBAECAwSBBWFAYi5jhgpz
cGlmZmU6Ly94MAoGCCqGSM49BAMCA0gAMEUCIQCGcb0qBTfEcQaC3cOhUizh3hIu
ZGm149W9OJnCFkNBpgIgYHAl/OveFStIRPI1OxPRKKyYgVSh7IQoJnT/XzyOU4U=
-----END CERTIFICATE REQUEST-----
`;

export const certificateRequest: FuzzTarget<Uint8Array> = {
  name: 'certificate-request',
  inputs: mutatedBytes(
    [Buffer.from(REQUEST.split('\n').slice(1, -2).join(''), 'base64')],
    ['30', '3080', '0500', '30820fff', '06032a0304', '0101ff', '0c00', 'a000', '3000', '02010000'].map((hex) => Buffer.from(hex, 'hex')), // prettier-ignore
  ),
  async run(bytes) {
    const body = Buffer.from(bytes).toString('base64');
    await refusedByCode(`-----BEGIN CERTIFICATE REQUEST-----\n${body}\n-----END CERTIFICATE REQUEST-----\n`);
  },
};

export const certificateRequestText: FuzzTarget<string> = {
  name: 'certificate-request-text',
  inputs: mutatedTexts([REQUEST], ['-----BEGIN CERTIFICATE REQUEST-----\n', '-----END', '-----', 'Proc-Type: 4,ENCRYPTED\n', '\n', '=', ' ', '\0', 'MIIB']), // prettier-ignore
  run: refusedByCode,
};

async function refusedByCode(pem: string): Promise<void> {
  try {
    await parseCertificateRequest(pem);
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
  }
}
