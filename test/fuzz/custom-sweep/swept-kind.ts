import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from '@orch/api';
import { applyJsonPatch, applyMergePatch, type DecodedBody } from '@orch/apimachinery';
import type { ResourceStore, WriteRequest, WriteResult } from '@orch/registry';
import type { JsonSchema } from '@orch/structural-schema';
import type { TestRegistry } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { CustomKind, customKindContext, definedKind } from '../../../libs/extensions/src/custom-kind/custom-kind.js';
import { PRESERVED, integer, struct, text } from './schema-parts.js';

const GROUP = 'sweep.example.com';
const context = customKindContext(vocabularies.kubernetes, undefined);
/** Allows what a definition forbids later. */
const ANYTHING: JsonSchema = { type: 'object', ...PRESERVED };

type Fields = Readonly<Record<string, unknown>>;

/** A custom kind with one feature, in `spec.swept`. Served by its registry from `serve` on. */
export class SweptKind {
  private readonly schema: JsonSchema;

  constructor(
    private readonly started: TestRegistry,
    readonly plural: string,
    feature: JsonSchema,
  ) {
    const spec = struct({ replicas: integer(), color: text(), swept: feature });
    this.schema = struct({ spec, status: { type: 'object', ...PRESERVED } });
  }

  get store(): ResourceStore {
    return this.started.store(this.plural);
  }

  /** @param forbidsNothing whether objects of any content are accepted. */
  async serve(forbidsNothing = false): Promise<void> {
    const { plural } = this;
    const schema = forbidsNothing ? ANYTHING : this.schema;
    const version = {
      name: 'v1',
      served: true,
      storage: true,
      subresources: {
        status: {},
        scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
      },
      selectableFields: [{ jsonPath: '.spec.color' }],
      additionalPrinterColumns: [{ name: 'Spec', type: 'string', jsonPath: '.spec' }],
      schema: { openAPIV3Schema: schema },
    } as CustomResourceDefinitionVersion;
    const names = { plural, singular: plural, kind: 'Swept', listKind: 'SweptList' };
    const definition = {
      metadata: { name: `${plural}.${GROUP}` },
      spec: { group: GROUP, scope: 'Namespaced', names, versions: [version] },
    } as CustomResourceDefinition;
    const source = {
      read: () => schema,
      // eslint-disable-next-line require-yield
      *readInSteps() {
        return schema;
      },
    };
    const kind = new CustomKind(definedKind(definition), version, source, context);
    await this.started.registry.serve({ stored: kind, served: [kind], currentSince: 0 });
  }

  withdraw(): void {
    this.started.registry.withdraw(this.store.definition.gvr);
  }

  object(name: string, swept: unknown, metadata: Fields = {}): Fields {
    const spec = { replicas: 1, color: 'red', swept };
    return { apiVersion: `${GROUP}/v1`, kind: 'Swept', metadata: { name, ...metadata }, spec };
  }
}

/** A write of one request, with the value that its client sends. */
export interface Operation {
  readonly name: string;
  readonly sent: unknown;
  run(store: ResourceStore, request: WriteRequest): Promise<WriteResult>;
}

const body = (value: unknown): DecodedBody => ({ value, duplicateFields: [] });

export const create = (sent: Fields): Operation => ({
  name: 'create',
  sent,
  run: (store, request) => store.writer.create(request, body(sent)),
});

export const update = (name: string, sent: Fields): Operation => ({
  name: 'update',
  sent,
  run: (store, request) => store.writer.update(request, name, body(sent)),
});

export const mergePatch = (name: string, sent: Fields): Operation => ({
  name: 'merge patch',
  sent,
  run: (store, request) => store.writer.patch(request, name, (current) => body(applyMergePatch(current, sent))),
});

export const jsonPatch = (name: string, sent: readonly unknown[]): Operation => ({
  name: 'JSON patch',
  sent,
  run: (store, request) => store.writer.patch(request, name, (current) => body(applyJsonPatch(current, sent))),
});

export const apply = (name: string, sent: Fields, force: boolean): Operation => ({
  name: force ? 'apply with force' : 'apply',
  sent,
  run: (store, request) => store.writer.apply({ ...request, fieldManager: 'other' }, name, '', body(sent), force),
});
