import { builtinKinds, compileKinds } from '@orch/api';
import { atOnce } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { customPaths } from './custom-paths.js';
import { openApiNaming } from './naming.js';
import { resourcePaths } from './resource-paths.js';

const MINOR = 33;
const vocabulary = vocabularies.orch;
const naming = openApiNaming(vocabulary);

/** A kind of which no other test made the paths. */
const newKind = () => compileKinds(builtinKinds, vocabulary).find(({ gvk }) => gvk.kind === 'ConfigMap')!;

/** The parts of a kind, and the references that were asked for. */
function partsOf(definition = newKind()) {
  const asked: string[] = [];
  const counted = { ...naming, definitionName: (name: string) => (asked.push(name), naming.definitionName(name)) };
  return { definition, asked, parts: [...customPaths(definition, counted, MINOR)] };
}

it('are the paths of the kind, in both versions of OpenAPI', () => {
  const { definition, parts } = partsOf();
  const items = resourcePaths(definition, naming, MINOR);
  expect(parts.map(({ in: place, name }) => [place, name])).toEqual(items.map(([name]) => ['paths', name]));
  expect(parts.map(({ custom }) => atOnce(custom!.document('v3')))).toEqual(items.map(([, item]) => item));
  const [swagger] = parts.map(({ custom }) => atOnce(custom!.document('v2')));
  expect(swagger).toMatchObject({ get: { consumes: expect.any(Array), schemes: ['https'] } });
});

it('are known without their content once they were made, with the schemas that they refer to', () => {
  const { definition, asked } = partsOf();
  const again = partsOf(definition);
  expect(again.asked).toEqual([...new Set(asked)]);
  expect(again.asked.length).toBeLessThan(asked.length);
  const [part] = again.parts;
  expect(part!.custom!.source).toBe(definition);
  expect(atOnce(part!.custom!.document('v3'))).toEqual(resourcePaths(definition, naming, MINOR)[0]![1]);
});
