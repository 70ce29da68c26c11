import { EmbeddedJson } from './embedded-json.js';
import { withoutManagedFields } from './managed-fields-cut.js';

const cut = (text: string): string => withoutManagedFields(Buffer.from(text)).toString();

describe('withoutManagedFields', () => {
  it.each([
    ['{"metadata":{"name":"a","managedFields":[{"manager":"m"}]}}', '{"metadata":{"name":"a"}}'],
    ['{"metadata":{"managedFields":[],"name":"a"},"data":{"managedFields":[1]}}', '{"metadata":{"name":"a"},"data":{"managedFields":[1]}}'],
    ['{"metadata":{"managedFields":null}}', '{"metadata":{}}'],
    ['{"items":[{"metadata":{"managedFields":[1],"a":1}},{"metadata":{"a":[2],"managedFields":{}}},3]}', '{"items":[{"metadata":{"a":1}},{"metadata":{"a":[2]}},3]}'],
    ['{"spec":{"metadata":{"managedFields":[1]}}}', '{"spec":{"metadata":{"managedFields":[1]}}}'],
    ['{"a":"\\"}{\\\\","metadata":"managedFields","items":{"managedFields":1}}', '{"a":"\\"}{\\\\","metadata":"managedFields","items":{"managedFields":1}}'],
    ['{"rows":[{"cells":["metadata"],"object":{"metadata":{"managedFields":[1],"a":1}}},{"object":null},7]}', '{"rows":[{"cells":["metadata"],"object":{"metadata":{"a":1}}},{"object":null},7]}'],
    ['{ "metadata": {\n "managedFields": [ 1 ],\n "a": "b" } }', '{"metadata": {"a": "b"}}'],
    ['"metadata"', '"metadata"'],
    ['', ''],
  ])('makes %s to %s', (json, want) => expect(cut(json)).toBe(want)); // prettier-ignore
});

describe('EmbeddedJson', () => {
  it('is on one line with equal content', () => {
    const json = Buffer.from('{\r\n "a": "x\\ny",\n "b": [\n1 ] }\n');
    const { text } = EmbeddedJson.of(json);
    expect(text).toBe('{   "a": "x\\ny",  "b": [ 1 ] }');
    expect(json.toString()).toContain('\r\n');
  });
});
