import { builtinKinds, compileKinds, type PublishedSchema, type ResourceDefinition } from '@orch/api';
import { vocabularies, withCbor, type Vocabulary } from '@orch/vocabulary';
import { readDocument } from './documents.fixture.js';
import { bodyTypes, objectTypes, patchTypes, streamTypes } from './media-types.js';
import { OpenApiDocuments } from './openapi-documents.js';

const { kubernetes } = vocabularies;
const { protobuf } = kubernetes.mediaTypes;
const configMap = (vocabulary: Vocabulary): ResourceDefinition =>
  compileKinds(
    builtinKinds.filter(({ kind }) => kind === 'ConfigMap'),
    vocabulary,
  )[0]!;

describe('documented media types', () => {
  it('are those of objects, and of watches', () => {
    expect(objectTypes(configMap(kubernetes))).toEqual(['application/json', 'application/yaml', protobuf]);
    expect(streamTypes(configMap(kubernetes)).slice(3)).toEqual([
      'application/json;stream=watch',
      `${protobuf};stream=watch`,
    ]);
  });

  it('of custom kinds are texts, whatever else is offered', () => {
    const published: PublishedSchema = {
      *document() {
        yield;
        return { type: 'object' };
      },
    };
    const custom: ResourceDefinition = { ...configMap(kubernetes), vocabulary: withCbor(kubernetes), published };
    const texts = ['application/json', 'application/yaml'];
    expect([objectTypes(custom), streamTypes(custom), bodyTypes(custom)]).toEqual([texts, texts, texts]);
    expect(patchTypes(custom)).toEqual([
      'application/json-patch+json',
      'application/merge-patch+json',
      'application/apply-patch+yaml',
    ]);
  });

  it('include CBOR where it is offered', async () => {
    const offering = withCbor(kubernetes);
    const definition = configMap(offering);
    expect(objectTypes(definition).slice(3)).toEqual(['application/cbor']);
    expect(streamTypes(definition).slice(4)).toEqual([
      'application/json;stream=watch',
      `${protobuf};stream=watch`,
      'application/cbor-seq',
    ]);
    const documents = new OpenApiDocuments(() => [definition], offering, 33);
    const { paths } = await readDocument<{ paths: Record<string, { patch: { consumes: string[] } }> }>(
      documents.swagger('json'),
    );
    expect(paths['/api/v1/namespaces/{namespace}/configmaps/{name}']!.patch.consumes).toEqual([
      'application/json-patch+json',
      'application/merge-patch+json',
      'application/strategic-merge-patch+json',
      'application/apply-patch+yaml',
      'application/apply-patch+cbor',
    ]);
  });
});
