import type { ApiObject } from '@orch/apimachinery';
import { Field, Struct } from '../../definition/decorators.js';
import { KindObject } from '../../definition/kind-object.js';
import type { SiblingVersion } from '../../definition/sibling-version.js';
import { structVersion } from '../../definition/struct-version.js';
import { ObjectMeta } from '../../meta/v1/object-meta.js';
import { Overhead, Scheduling } from '../v1/runtime-class/runtime-class.types.js';

const structs = structVersion('node.v1', 'node.v1alpha1');

@Struct('node.v1alpha1.RuntimeClassSpec', { description: 'How the containers of a pod run.' })
export class RuntimeClassSpec {
  @Field(1, 'string', { required: true, description: 'Configuration of the container runtime, by its name there.' })
  runtimeHandler: string;
  @Field(2, () => structs(Overhead), { pointer: true, description: 'What a pod needs in addition to its containers.' })
  overhead?: Overhead;
  @Field(3, () => structs(Scheduling), { pointer: true, description: 'Nodes that support the class.' })
  scheduling?: Scheduling;
}

@Struct('node.v1alpha1.RuntimeClass', { typeMeta: true, description: 'A way to run the containers of a pod.' })
export class RuntimeClass extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => RuntimeClassSpec, { required: true }) spec: RuntimeClassSpec;
}

/** What the stored version has at the top was in a spec. */
export const runtimeClassConversion: NonNullable<SiblingVersion['convert']> = {
  toStored: (object: ApiObject) => {
    const { spec, ...rest } = object as RuntimeClass;
    if (spec === undefined) return rest;
    const { runtimeHandler, ...others } = spec;
    return { ...rest, ...(runtimeHandler === undefined ? {} : { handler: runtimeHandler }), ...others };
  },
  fromStored: (object: ApiObject) => {
    const { handler, overhead, scheduling, ...rest } = object as ApiObject & Record<string, unknown>;
    const members = { runtimeHandler: handler, overhead, scheduling };
    return { ...rest, spec: Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) };
  },
};
