import { builtinKinds, compileKinds } from '@orch/api';
import { groupResource } from '@orch/apimachinery';
import { vocabularies, VOCABULARY_NAMES } from '@orch/vocabulary';
import { decidingResources } from './deciding-resources.js';

it.each(VOCABULARY_NAMES)('resources that authorization reads are stored under their names (%s)', (name) => {
  const vocabulary = vocabularies[name];
  const stored = compileKinds(builtinKinds, vocabulary)
    .filter(({ conversion }) => conversion === undefined)
    .map(({ gvr }) => groupResource(gvr));
  expect(stored).toEqual(expect.arrayContaining([...decidingResources(vocabulary)]));
});
