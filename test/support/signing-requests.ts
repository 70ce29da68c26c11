import { createPrivateKeyAndRequest, type RequestTemplate } from '@orch/pki';
import type { Answer, Body, ResourceServer } from './resource-fixtures.js';

export const CLIENT_USAGES: readonly string[] = ['digital signature', 'key encipherment', 'client auth'];
export const SERVING_USAGES: readonly string[] = ['digital signature', 'key encipherment', 'server auth'];

/** A PKCS#10 request with a new key, as the API wants it: PEM in base64. */
export const pkcs10 = async (template: RequestTemplate): Promise<string> =>
  Buffer.from((await createPrivateKeyAndRequest(template)).requestPem).toString('base64');

/** Condition of one type, of any object that has conditions. */
export const conditionOf = (object: Body, type: string): Record<string, unknown> | undefined =>
  ((object.status['conditions'] ?? []) as Record<string, unknown>[]).find((condition) => condition['type'] === type);

/** Approves or denies, as a person does. */
export const decide = (server: ResourceServer, request: Body, type: 'Approved' | 'Denied'): Promise<Answer> =>
  server.put(`${server.paths.requests}/${request.metadata.name}/approval`, {
    ...request,
    status: {
      ...request.status,
      conditions: [{ type, status: 'True', reason: 'Test', message: 'decided by a test' }],
    },
  });
