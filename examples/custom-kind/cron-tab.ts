import type { ObjectMeta } from '@orch/apimachinery';
import type { HasMetadata, ResourceType } from '@orch/client';

const resource = { group: 'stable.example.com', version: 'v1', resource: 'crontabs' };

/** A custom kind as a plain interface, and its resource as a constant. */
export interface CronTabObject extends HasMetadata {
  spec: { schedule: string; replicas?: number };
}
export const cronTabs: ResourceType<CronTabObject> = { ...resource, kind: 'CronTab', namespaced: true };

/** The same kind as a class: its fields are the type, its `resource` names the resource. */
export class CronTab implements HasMetadata {
  static readonly resource = resource;
  readonly apiVersion = 'stable.example.com/v1';
  readonly kind = 'CronTab';
  constructor(
    readonly metadata: ObjectMeta,
    readonly spec: { readonly schedule: string; readonly replicas?: number },
  ) {}
}
