import { ApiError } from '@orch/apimachinery';
import { Entry, type ResourceStore } from '@orch/registry';
import { startTestRegistry, type TestRegistry } from '@orch/testing';
import { indented } from './answer-form.js';
import { jsonRepresentation } from './json-representation.js';
import { yamlRepresentation } from './yaml-representation.js';

const yaml = yamlRepresentation(jsonRepresentation);
const noFacts = () => ({ labels: undefined, fields: {} });

/** Lines of a text at the depth that bodies may have: in YAML each line has as many spaces as it is deep. */
const deep = (lines: number): Buffer => {
  let value: unknown = 'a\n'.repeat(lines);
  for (let depth = 0; depth < 480; depth++) value = { a: value };
  return Buffer.from(JSON.stringify({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' }, data: value }));
};

describe('deeply nested objects with long texts', () => {
  let test: TestRegistry;
  let store: ResourceStore;
  beforeAll(async () => {
    test = await startTestRegistry();
    store = test.store('configmaps');
  });
  afterAll(() => test.close());

  it('are refused as YAML when they would take more than 64 MiB', () => {
    expect(yaml.item(store.definition, deep(60_000)).length).toBeGreaterThan(57_000_000);
    expect(() => yaml.item(store.definition, deep(80_000))).toThrow(
      ApiError.tooLarge('the answer has more than 67108864 bytes: request it as JSON that is not indented'),
    );
  });

  it('are refused as indented JSON when they would take more than 64 MiB', () => {
    let value: unknown = Array.from({ length: 80_000 }, () => 1);
    for (let depth = 0; depth < 480; depth++) value = [value];
    expect(() => indented(Buffer.from(JSON.stringify(value)))).toThrow(/more than 67108864 bytes/);
  });

  it('are sent in a list as YAML before all of their text is there', () => {
    const entry = new Entry('\0a', 1, deep(80_000), noFacts);
    const page = { revision: 1, entries: [entry], continue: undefined, remaining: undefined };
    let held = 0;
    let most = 0;
    let length = 0;
    for (const piece of yaml.list(store, page).pieces as Iterable<Buffer>) {
      length += piece.length;
      held = piece.length === 0 ? 0 : held + piece.length;
      most = Math.max(most, held);
    }
    expect(length).toBeGreaterThan(76_000_000);
    expect(most).toBeLessThan(32 * 1_024 * 1_024);
  });
});
