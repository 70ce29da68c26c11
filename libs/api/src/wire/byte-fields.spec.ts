import { vocabularies } from '@orch/vocabulary';
import { compileKinds } from '../definition/compile-kinds.js';
import type { ResourceDefinition } from '../definition/resource-definition.js';
import { builtinKinds } from '../kinds.js';
import { setBytes } from './byte-fields.js';

const KINDS = compileKinds(builtinKinds, vocabularies.kubernetes);
const definitionOf = (kind: string): ResourceDefinition =>
  KINDS.find(({ gvk }) => gvk.kind === kind && gvk.version === 'v1')!;
const bytes = Buffer.from([0, 1, 2]);

describe('bytes fields', () => {
  it.each([
    ['values of a map', 'Secret', { data: { a: 'AAEC' }, type: 'AAEC' }, { data: { a: bytes }, type: 'AAEC' }],
    ['texts next to them', 'ConfigMap', { data: { a: 'AAEC' }, binaryData: { a: 'AAEC' } }, { data: { a: 'AAEC' }, binaryData: { a: bytes } }],
    ['fields of structs', 'CertificateSigningRequest', { spec: { request: 'AAEC', signerName: 'AAEC' } }, { spec: { request: bytes, signerName: 'AAEC' } }],
    ['fields in lists', 'ValidatingWebhookConfiguration', { webhooks: [{ clientConfig: {} }, { clientConfig: { caBundle: 'AAEC' } }] }, { webhooks: [{ clientConfig: {} }, { clientConfig: { caBundle: bytes } }] }],
    ['absent ones', 'Secret', { metadata: { name: 'a' } }, { metadata: { name: 'a' } }],
    ['null', 'Secret', { data: null }, { data: null }],
    ['a key of an object prototype', 'Secret', { data: { constructor: 'AAEC' } }, { data: { constructor: bytes } }],
    ['kinds without any', 'Pod', { spec: { containers: [{ name: 'AAEC' }] } }, { spec: { containers: [{ name: 'AAEC' }] } }],
  ])('%s (%s)', (_name, kind, object, expected) => expect(setBytes(definitionOf(kind), object)).toEqual(expected)); // prettier-ignore

  it('every kind, of which some have recursive schemas', () => {
    for (const definition of KINDS) expect(setBytes(definition, { metadata: {} })).toEqual({ metadata: {} });
  });
});
