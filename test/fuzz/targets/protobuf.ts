import { builtinKinds, compileKinds, deleteOptionsCodec, protobufCodec } from '@orch/api';
import { vocabularies } from '@orch/vocabulary';
import { mustEqual, unlessRefused, type FuzzTarget } from '../fuzz-target.js';
import { mutatedBytes } from '../mutation.js';

const CODECS = compileKinds(builtinKinds, vocabularies.kubernetes).flatMap((definition) => {
  const codec = protobufCodec(definition);
  return codec ? [{ definition, codec }] : [];
});
const POD = {
  metadata: { name: 'p', labels: { a: '1', b: '' }, creationTimestamp: '2026-11-21T06:00:00Z', finalizers: ['x/y'] },
  spec: {
    containers: [{ name: 'a', image: 'i', ports: [{ containerPort: 53 }], resources: { limits: { cpu: '500m' } } }],
    volumes: [{ name: 'v', configMap: { name: 'c', defaultMode: 420 } }],
  },
  status: {},
};
const encoded = (kind: string, object: object): Buffer =>
  CODECS.find(({ definition }) => definition.gvk.kind === kind)!.codec.encode(object);
const CORPUS = [
  encoded('Pod', POD),
  encoded('ConfigMap', { metadata: { name: 'c' }, data: { a: 'x'.repeat(200) }, binaryData: { b: 'AAEC' } }),
  ...CODECS.map(({ definition }) => encoded(definition.gvk.kind, { metadata: { name: 'x' } })),
];
const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const TOKENS = ['6b387300', '0a', '12', '1a', '00', 'ff', 'ffffffffffffffffff01', 'ffffffff0f', '80', '0b', '0c', '0d', '7f', '0a00', '1200', '0a0a0a0a0a0a'].map(hex); // prettier-ignore

/** What any kind reads can be written, and reads as the same again. */
export const protobuf: FuzzTarget<Uint8Array> = {
  name: 'protobuf',
  inputs: mutatedBytes(CORPUS, TOKENS),
  run(bytes) {
    unlessRefused(() => deleteOptionsCodec.decode(bytes));
    for (const { definition, codec } of CODECS) {
      unlessRefused(() => codec.decodeList(bytes));
      const object = unlessRefused(() => codec.decode(bytes));
      if (object?.['kind'] !== definition.gvk.kind || object['apiVersion'] !== definition.apiVersion) continue;
      const report = { unknownFields: [], duplicateFields: [] };
      const taken = unlessRefused(() => definition.schema.decode(object, report));
      if (!taken) continue;
      // Once a typed client has read it, members that must stand do: from then on it stays as it is.
      const typed = (value: object) => definition.schema.decode(codec.decode(codec.encode(value)), report);
      const once = typed(taken);
      mustEqual(typed(once), once, 'written and read');
    }
  },
};
