import { schemaReader } from './kind-schema';

const widget = { group: 'g', version: 'v1', kind: 'Widget' };
const root = { 'x-example-group-version-kind': [widget] };
const document = { components: { schemas: { Widget: root } } };

describe('schemaReader', () => {
  test('reads the document once', async () => {
    const json = jest.fn().mockResolvedValue(document);
    const read = schemaReader({ json }, widget);
    expect(await Promise.all([read(), read()])).toEqual([
      { document, root },
      { document, root },
    ]);
    expect(json.mock.calls).toEqual([['/openapi/v3/apis/g/v1']]);
  });

  test('undefined when there is none, and again when there was no answer', async () => {
    const json = jest.fn().mockRejectedValueOnce(new Error('no answer')).mockResolvedValue({});
    const read = schemaReader({ json }, widget);
    expect(await read()).toBeUndefined();
    expect(await read()).toBeUndefined();
    expect(json).toHaveBeenCalledTimes(2);
  });
});
