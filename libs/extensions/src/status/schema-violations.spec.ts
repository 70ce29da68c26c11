import type { DefinitionParts } from './definition-parts.js';
import { schemaViolations } from './schema-violations.js';

it('the schemas of many versions are looked through in steps', () => {
  const count = 50;
  const versions = Array.from({ length: count }, (_, i) => ({
    name: `v${i + 1}`,
    schema: { openAPIV3Schema: i === 7 ? {} : { type: 'object' } },
  }));
  const steps = schemaViolations({ spec: { versions } } as unknown as DefinitionParts, 'x-orch-');
  let taken = 1;
  let step = steps.next();
  for (; !step.done; step = steps.next()) taken++;
  expect(taken).toBeGreaterThanOrEqual(count);
  expect(step.value).toBe(
    'spec.versions[7].schema.openAPIV3Schema.type: Required value: must not be empty at the root',
  );
});
