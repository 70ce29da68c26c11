import { ApiError, type ApiObject } from '@orch/apimachinery';
import type { Registry, ResourceStore } from '@orch/registry';
import { SYSTEM_USER } from './system-user.js';

/** Writes that the server makes itself, on the same path as everybody's: admitted, validated, watched. */
export class OwnWrites {
  constructor(private readonly registry: Registry) {}

  /** The object as it stands; undefined when there is none. */
  read(resource: string, namespace: string, name: string): ApiObject | undefined {
    return this.registry.read({ group: '', resource }, namespace, name);
  }

  /** Creates an object of the core group. With other replicas starting at once, whoever is second finds it there. */
  async createIfAbsent(resource: string, namespace: string, object: ApiObject): Promise<void> {
    if (this.read(resource, namespace, object.metadata.name!) !== undefined) return;
    try {
      await this.store(resource).writer.create(writeRequest(namespace), { value: object, duplicateFields: [] });
    } catch (error) {
      if (!(error instanceof ApiError && error.reason === 'AlreadyExists')) throw error;
    }
  }

  /** Changes an object of the core group. `compute` gives the whole new object and may run again. */
  async change(
    resource: string,
    namespace: string,
    name: string,
    compute: (old: ApiObject) => ApiObject,
  ): Promise<void> {
    await this.store(resource).writer.changeWhole(writeRequest(namespace), name, '', compute);
  }

  private store(resource: string): ResourceStore {
    const store = this.registry.resource('', 'v1', resource);
    if (!store) throw new TypeError(`the core resource ${resource} is not served`);
    return store;
  }
}

const writeRequest = (namespace: string) => ({
  namespace,
  user: SYSTEM_USER,
  dryRun: false,
  fieldValidation: 'Ignore' as const,
  warn: () => undefined,
});
