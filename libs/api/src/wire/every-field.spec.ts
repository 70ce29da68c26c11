import { fullObject } from '../testing/full-object.js';
import { kubernetesDefinitions } from './kubernetes-definitions.fixture.js';
import { protobufCodec } from './protobuf-codec.js';

describe('a client of protobuf sees what a client of JSON sees', () => {
  it.each(
    kubernetesDefinitions.map((definition) => [`${definition.apiVersion} ${definition.gvk.kind}`, definition] as const),
  )('A-094 every field of %s, there and back, twice', (_name, definition) => {
    const { gvk, apiVersion, struct, schema } = definition;
    const codec = protobufCodec(definition);
    expect(codec).toBeDefined();
    const decode = (value: unknown) => {
      const report = { unknownFields: [], duplicateFields: [] };
      const object = schema.decode(value, report);
      expect(report).toEqual({ unknownFields: [], duplicateFields: [] });
      return object;
    };
    const full = { ...fullObject(struct!), kind: gvk.kind, apiVersion };
    const asJson = decode(full);
    expect(asJson).toMatchObject(full);
    const bytes = codec!.encode(asJson);
    const once = decode(codec!.decode(bytes));
    expect(once).toEqual(asJson);
    expect(codec!.encode(once).equals(bytes)).toBe(true);
    expect(decode(codec!.decode(codec!.encode(once)))).toEqual(asJson);
  });
});
