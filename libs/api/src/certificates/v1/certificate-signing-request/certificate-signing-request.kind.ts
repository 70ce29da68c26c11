import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import { fieldReader } from '../../../definition/field-reader.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import {
  certificateSigningRequestApproval,
  certificateSigningRequestStatus,
  certificateSigningRequestStrategy,
} from './certificate-signing-request.strategy.js';
import { CertificateSigningRequest } from './certificate-signing-request.types.js';
import { conditionText, durationText } from './table-cells.js';

export const certificateSigningRequestKind: KindDeclaration = {
  type: CertificateSigningRequest,
  group: 'certificates',
  version: 'v1',
  kind: 'CertificateSigningRequest',
  resource: 'certificatesigningrequests',
  singular: 'certificatesigningrequest',
  shortNames: ['csr'],
  namespaced: false,
  nameRule: 'path-segment',
  deleteAnswers: 'status',
  selectableFields: { 'spec.signerName': fieldReader('spec', 'signerName') },
  columns: [
    NAME_COLUMN,
    AGE_COLUMN,
    column<CertificateSigningRequest>(
      { name: 'SignerName', type: 'string', description: 'Requested signer.' },
      (request) => request.spec?.signerName ?? '',
    ),
    column<CertificateSigningRequest>(
      { name: 'Requestor', type: 'string', description: 'User who created the request.' },
      (request) => request.spec?.username ?? '',
    ),
    column<CertificateSigningRequest>(
      { name: 'RequestedDuration', type: 'string', description: 'Requested lifetime of the certificate.' },
      (request) => durationText(request.spec?.expirationSeconds),
    ),
    column<CertificateSigningRequest>(
      {
        name: 'Condition',
        type: 'string',
        description: 'Conditions applied to the request, such as approval or denial.',
      },
      (request) => conditionText(request.status),
    ),
  ],
  strategy: certificateSigningRequestStrategy('known'),
  subresources: { approval: certificateSigningRequestApproval, status: certificateSigningRequestStatus },
};
