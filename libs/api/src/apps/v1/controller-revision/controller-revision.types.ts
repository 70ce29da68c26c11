import { Field, Struct } from '../../../definition/decorators.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('apps.v1.ControllerRevision', {
  typeMeta: true,
  description: 'A state of an object that its controller can go back to. Its data never changes.',
})
export class ControllerRevision extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, 'raw', { description: 'The recorded state, in the form of the controller. Cannot be changed.' })
  data?: unknown;
  @Field(3, 'int64', { required: true, description: 'Number of the revision; higher is newer.' }) revision: number;
}
