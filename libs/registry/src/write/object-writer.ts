import type { DecodedBody } from '@orch/apimachinery';
import { apply } from './apply.js';
import { changeWhole, type Compute } from './change.js';
import { create } from './create.js';
import { createWhileTerminating, KindChangedError } from './kind-guard.js';
import { deleteObject, type DeleteResult } from './delete.js';
import type { DeleteRequest } from './delete-request.js';
import { patch, patchSubresource, update } from './update.js';
import { WriteContext } from './write-context.js';
import type { Patch, WriteRequest, WriteResult } from './write-request.js';
import type { WriterParts } from './writer-parts.js';

/**
 * The writes of one served kind: POST, PUT, every PATCH, DELETE, their sub-resources, and the server's own changes. Each runs a
 * pipeline of `write-pipeline.ts`; there is no other path to the store. Decoded body in, committed bytes out. A write during which the
 * definition of its kind changes is made again by the writer of the changed kind.
 */
export class ObjectWriter {
  private readonly context: WriteContext;

  /**
   * @param successor the writer of the kind as it is served now. Rejects with ApiError NotFound when it no longer is. Default: the kind
   * never changes.
   */
  constructor(
    readonly parts: WriterParts,
    private readonly successor?: () => Promise<ObjectWriter>,
  ) {
    this.context = new WriteContext(parts);
  }

  create(request: WriteRequest, body: DecodedBody): Promise<WriteResult> {
    return this.write((context) => {
      const { definition } = context.parts;
      if (definition.isTerminating) throw createWhileTerminating(definition);
      return create(context, request, body);
    });
  }

  update(request: WriteRequest, name: string, body: DecodedBody): Promise<WriteResult> {
    return this.write((context) => update(context, request, name, body));
  }

  patch(request: WriteRequest, name: string, patched: Patch): Promise<WriteResult> {
    return this.write((context) => patch(context, request, name, patched));
  }

  apply(
    request: WriteRequest,
    name: string,
    subresource: string,
    body: DecodedBody,
    force: boolean,
  ): Promise<WriteResult> {
    return this.write((context) => apply(context, request, name, subresource, body, force));
  }

  updateSubresource(request: WriteRequest, name: string, subresource: string, body: DecodedBody): Promise<WriteResult> {
    return this.patchSubresource(request, name, subresource, () => body);
  }

  patchSubresource(request: WriteRequest, name: string, subresource: string, patched: Patch): Promise<WriteResult> {
    return this.write((context) => patchSubresource(context, request, name, subresource, patched));
  }

  changeWhole(request: WriteRequest, name: string, subresource: string, compute: Compute): Promise<WriteResult> {
    return this.write((context) => changeWhole(context, request, name, subresource, compute));
  }

  delete(request: WriteRequest, name: string, options: DeleteRequest): Promise<DeleteResult> {
    return this.write((context) => deleteObject(context, request, name, options));
  }

  /** The writer of the kind as it is served now. @throws ApiError NotFound when it no longer is. */
  async next(): Promise<ObjectWriter> {
    return this.successor ? this.successor() : this;
  }

  private write<T>(make: (context: WriteContext) => Promise<T>): Promise<T> {
    return this.successor ? this.writeAsServed(this.successor, make) : make(this.context);
  }

  private async writeAsServed<T>(
    successor: () => Promise<ObjectWriter>,
    make: (context: WriteContext) => Promise<T>,
  ): Promise<T> {
    try {
      return await make(this.context);
    } catch (error) {
      if (!(error instanceof KindChangedError)) throw error;
      const next = await successor();
      return next.write(make);
    }
  }
}
