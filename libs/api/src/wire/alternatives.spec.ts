import { kubernetesCodec } from './kubernetes-definitions.fixture.js';

const codec = kubernetesCodec('CustomResourceDefinition', 'apiextensions.k8s.io');

/** The bytes of kube-apiserver 1.33 for a property of a schema, from the length of its entry on. */
const facts: [name: string, schema: object, hex: string][] = [
  [
    'a schema of items',
    { type: 'array', items: { type: 'string' } },
    '0a0170124c0a00120022002a05617272617932003a00500060007a00900100c201260a240a00120022002a06737472696e6732003a00500060007a00900100a80200b80200c00200a80200b80200c00200',
  ],
  [
    'a schema of values',
    { type: 'object', additionalProperties: { type: 'string' } },
    '0a0170124f0a00120022002a066f626a65637432003a00500060007a00900100f20128080112240a00120022002a06737472696e6732003a00500060007a00900100a80200b80200c00200a80200b80200c00200',
  ],
  [
    'any values',
    { type: 'object', additionalProperties: true },
    '0a017012290a00120022002a066f626a65637432003a00500060007a00900100f201020801a80200b80200c00200',
  ],
  [
    'no values',
    { type: 'object', additionalProperties: false },
    '0a017012290a00120022002a066f626a65637432003a00500060007a00900100f201020800a80200b80200c00200',
  ],
  [
    'any JSON',
    { type: 'integer', default: 7, enum: [7, null], example: { a: [{}] }, nullable: true },
    '0a017012420a00120022002a07696e746567657232003a0042030a0137500060007a00900100a201030a0137a20100a2020c0a0a7b2261223a5b7b7d5d7da80201b80200c00200',
  ],
  [
    'extensions',
    { 'x-kubernetes-preserve-unknown-fields': true },
    '0a017012210a00120022002a0032003a00500060007a00900100a80200b00201b80200c00200',
  ],
];

/** A definition with one property `p`. */
const definition = (p: object) => ({
  kind: 'CustomResourceDefinition',
  apiVersion: 'apiextensions.k8s.io/v1',
  metadata: { name: 'foos.d.example.com', creationTimestamp: null },
  spec: {
    group: 'd.example.com',
    names: { plural: 'foos', kind: 'Foo' },
    scope: 'Cluster',
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { properties: { p } } } }],
  },
  status: { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: null },
});

describe('values that are not objects on the wire', () => {
  it.each(facts)('%s has the bytes of the reference', (_name, schema, hex) => {
    const bytes = codec.encode(definition(schema));
    expect(Buffer.from(bytes).toString('hex')).toContain(hex);
    expect(codec.decode(bytes)).toMatchObject({
      spec: { versions: [{ schema: { openAPIV3Schema: { properties: { p: schema } } } }] },
    });
  });
});
