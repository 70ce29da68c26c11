import { builtinKinds, compileKinds, type ResourceDefinition } from '@orch/api';
import { vocabularies } from '@orch/vocabulary';
import type { RequestContext } from '@orch/http';
import { readPatch } from './read-patch.js';

const builtIn = compileKinds(builtinKinds, vocabularies.orch).find(({ gvk }) => gvk.kind === 'ConfigMap')!;
/** As a custom resource: its schema has no merge markers. */
const custom: ResourceDefinition = Object.create(builtIn, { strategicMerge: { value: false } });

const FORMS = ['json-patch', 'merge-patch', 'strategic-merge-patch'] as const;
const typeOf = (form: (typeof FORMS)[number]) => `application/${form}+json`;

const read = (definition: ResourceDefinition, contentType: string | undefined, body: string) => {
  const readBody = () => Promise.resolve(Buffer.from(body));
  const info = { name: 'x' };
  return readPatch(
    { headers: { 'content-type': contentType }, readBody, info } as unknown as RequestContext,
    definition,
  );
};
const bodyOf = (form: (typeof FORMS)[number], patch: string) =>
  form === 'json-patch' ? `[{"op":"add","path":"/data","value":${patch}}]` : `{"data":${patch}}`;
const current = { apiVersion: 'v1', metadata: { name: 'x', labels: { a: '1' } }, data: { a: '1' } };

describe('readPatch', () => {
  it('C-257 custom resources reject a strategic merge patch, and list the accepted types', async () => {
    const sent = read(custom, 'application/strategic-merge-patch+json', '{}');
    await expect(sent).rejects.toMatchObject({
      code: 415,
      message:
        'the body of the request was in an unknown format - accepted media types include: ' +
        'application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml',
    });
  });

  it('C-256 rejects an unsupported media type before it reads the body', async () => {
    const readBody = () => Promise.reject(new Error('was read'));
    const context = { headers: { 'content-type': 'application/json' }, readBody, info: { name: 'x' } };
    await expect(readPatch(context as unknown as RequestContext, builtIn)).rejects.toMatchObject({ code: 415 });
  });

  for (const form of FORMS) {
    it(`A-549 ${form}: returns a pure function of the current object`, async () => {
      const patch = await read(builtIn, typeOf(form), bodyOf(form, '{"a":"2"}'));
      const want = expect.objectContaining({ value: { ...current, data: { a: '2' } }, duplicateFields: [] });
      expect([patch(current), patch(current)]).toEqual([want, want]);
      expect(current.data).toEqual({ a: '1' });
    });

    it(`C-261 ${form}: fields that the patch repeats are reported`, async () => {
      const patch = await read(builtIn, typeOf(form), bodyOf(form, '{"a":"2","a":"3"}'));
      const { duplicateFields, patchFaults } = patch(current);
      expect([...duplicateFields, ...patchFaults!]).toHaveLength(1);
    });

    it(`C-259 ${form}: rejects a result without a name`, async () => {
      const texts =
        form === 'json-patch'
          ? ['', '/metadata', '/metadata/name'].map((path) => `[{"op":"remove","path":"${path}"}]`)
          : ['{"metadata":null}', '{"metadata":{"name":null}}', '{"metadata":{"name":""}}'];
      for (const text of texts) {
        const patch = await read(builtIn, typeOf(form), text);
        expect(() => patch(current)).toThrow(
          expect.objectContaining({
            code: 400,
            message: 'the name of the object (x based on URL) was undeterminable: name must be provided',
          }),
        );
      }
    });

    it(`${form}: leaves results without metadata to the decoder`, async () => {
      const text = form === 'json-patch' ? '[{"op":"replace","path":"/metadata","value":1}]' : '{"metadata":1}';
      expect((await read(builtIn, typeOf(form), text))(current).value).toEqual({ ...current, metadata: 1 });
    });
  }

  it.each([
    ['json-patch', '[{"op":"remove","path":"/apiVersion"}]'],
    ['merge-patch', '{"apiVersion":null}'],
    ['merge-patch', '{"apiVersion":""}'],
  ] as const)('C-259 a %s that removes the version leaves no object: %s', async (form, text) => {
    const patch = await read(builtIn, typeOf(form), text);
    expect(() => patch(current)).toThrow('the name of the object (x based on URL) was undeterminable');
  });

  it('A-549 a merge patch has to be an object', async () => {
    for (const form of ['merge-patch', 'strategic-merge-patch'] as const)
      for (const text of ['1', '[]', '"a"', ...(form === 'merge-patch' ? ['null'] : [])]) {
        await expect(read(builtIn, typeOf(form), text)).rejects.toMatchObject({ code: 400, reason: 'BadRequest' });
      }
  });
  it('a strategic merge patch of nothing changes nothing', async () => {
    const patch = await read(builtIn, typeOf('strategic-merge-patch'), 'null');
    expect(patch(current).value).toEqual(current);
  });
  it('only errors about the result of a strategic merge patch have the words of the converter', async () => {
    const why = 'json: cannot unmarshal string into Go struct field ConfigMap.data of type map[string]string';
    const words = async (form: (typeof FORMS)[number]) => {
      const { explain } = (await read(builtIn, typeOf(form), bodyOf(form, '"a"')))(current);
      return explain?.(why) ?? why;
    };
    expect(await Promise.all(FORMS.map(words))).toEqual([why, why, 'cannot restore map from string']);
  });
  it.each([
    ['merge-patch', 'error decoding patch: unexpected end of JSON input'],
    ['json-patch', 'error decoding patch: unexpected end of JSON input'],
    ['strategic-merge-patch', 'unexpected end of JSON input'],
  ] as const)('a %s that is broken is 400: %s', async (form, message) =>
    expect(read(builtIn, typeOf(form), '{')).rejects.toMatchObject({ code: 400, message }),
  );
});
