import type { DecodedBody } from '@orch/apimachinery';
import { apply } from './apply.js';
import { changeWhole, type Compute } from './change.js';
import { create } from './create.js';
import { deleteObject, type DeleteResult } from './delete.js';
import type { DeleteRequest } from './delete-request.js';
import { patch, patchSubresource, update } from './update.js';
import { WriteContext } from './write-context.js';
import type { Patch, WriteRequest, WriteResult } from './write-request.js';
import type { WriterParts } from './writer-parts.js';

/**
 * The writes of one served kind: POST, PUT, every PATCH, DELETE, their sub-resources, and the server's own changes. Each runs a
 * pipeline of `write-pipeline.ts`; there is no other path to the store. Decoded body in, committed bytes out.
 */
export class ObjectWriter {
  private readonly context: WriteContext;

  constructor(readonly parts: WriterParts) {
    this.context = new WriteContext(parts);
  }

  create(request: WriteRequest, body: DecodedBody): Promise<WriteResult> {
    return create(this.context, request, body);
  }

  update(request: WriteRequest, name: string, body: DecodedBody): Promise<WriteResult> {
    return update(this.context, request, name, body);
  }

  patch(request: WriteRequest, name: string, patched: Patch): Promise<WriteResult> {
    return patch(this.context, request, name, patched);
  }

  apply(
    request: WriteRequest,
    name: string,
    subresource: string,
    body: DecodedBody,
    force: boolean,
  ): Promise<WriteResult> {
    return apply(this.context, request, name, subresource, body, force);
  }

  updateSubresource(request: WriteRequest, name: string, subresource: string, body: DecodedBody): Promise<WriteResult> {
    return patchSubresource(this.context, request, name, subresource, () => body);
  }

  patchSubresource(request: WriteRequest, name: string, subresource: string, patched: Patch): Promise<WriteResult> {
    return patchSubresource(this.context, request, name, subresource, patched);
  }

  changeWhole(request: WriteRequest, name: string, subresource: string, compute: Compute): Promise<WriteResult> {
    return changeWhole(this.context, request, name, subresource, compute);
  }

  delete(request: WriteRequest, name: string, options: DeleteRequest): Promise<DeleteResult> {
    return deleteObject(this.context, request, name, options);
  }
}
