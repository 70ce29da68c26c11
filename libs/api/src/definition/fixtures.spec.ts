import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vocabularies } from '@orch/vocabulary';
import { builtinKinds } from '../kinds.js';
import { compileKinds } from './compile-kinds.js';

/** Objects with every field set, in the names of the second vocabulary; no part of the project. */
const folder = process.env['ORCH_WIRE_FIXTURES'] ?? '';
const present = existsSync(folder);
const fixtures = present ? readdirSync(folder).filter((file) => file.endsWith('.json')) : [];
const definitions = compileKinds(builtinKinds, vocabularies.kubernetes);

(present ? describe : describe.skip)(
  `objects with every field set${present ? '' : ' (skipped: no ORCH_WIRE_FIXTURES)'}`,
  () => {
    const known = fixtures.flatMap((file) => {
      const object = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { apiVersion: string; kind: string };
      const definition = definitions.find((d) => d.apiVersion === object.apiVersion && d.gvk.kind === object.kind);
      return definition ? [{ file, object, definition }] : [];
    });

    it('cover several kinds', () => expect(known.length).toBeGreaterThan(5));

    for (const { file, object, definition } of known) {
      it(file, () => {
        const report = { unknownFields: [], duplicateFields: [] };
        const decoded = definition.schema.decode(object, report);
        expect(report.unknownFields).toEqual([]);
        expect(decoded).toEqual(object);
        expect(definition.schema.applyDefaults(decoded)).toEqual(object);
      });
    }
  },
);
