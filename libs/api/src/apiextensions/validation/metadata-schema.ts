import { compileSchema, type CompiledSchema } from '@orch/apimachinery';
import { structOf } from '../../definition/decorators.js';
import { schemaDefinitionsOf } from '../../definition/struct-schema.js';
import { ObjectMeta } from '../../meta/v1/object-meta.js';

let compiled: CompiledSchema | undefined;

/** The schema of the metadata of objects, which no definition can change. */
export const metadataSchema = (): CompiledSchema =>
  (compiled ??= compileSchema(structOf(ObjectMeta).name, schemaDefinitionsOf(ObjectMeta)));
