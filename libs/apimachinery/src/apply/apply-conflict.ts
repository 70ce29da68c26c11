import { compareBytes } from '../schema/byte-order.js';
import { ApiError } from '../status/api-error.js';
import { boundedTexts, firstTexts, MAX_CAUSES } from '../status/bounded-texts.js';
import type { FieldOwner } from './field-owner.js';
import { pathsOf, type FieldSet } from './field-set.js';
import { showElement, type PathElement } from './path-element.js';

/** Fields of one owner that an apply would set to another value. */
export interface ApplyConflict {
  readonly owner: FieldOwner;
  readonly fields: FieldSet;
}

/** Owners whose version the text names. An applier has one entry for all versions, so that its version may say little. */
export type NamedVersions = 'all' | 'updates';

/** 409 with one cause for each field (A-142, C-113), by names of owners. */
export function applyConflictError(conflicts: readonly ApplyConflict[], versionOf: NamedVersions): ApiError {
  const listed = conflicts
    .toSorted((a, b) => compareNames(a.owner, b.owner))
    .map(({ owner, fields }) => {
      const paths = [...pathsOf(fields)];
      return { owner: showOwner(owner, versionOf), first: firstTexts(paths, showPath), count: paths.length };
    });
  const causes = listed.flatMap(({ owner, first }) =>
    first.map((field) => ({ reason: 'FieldManagerConflict', message: `conflict with ${owner}`, field })),
  );
  const texts = listed.map(({ owner, first, count }) => {
    const paths = first.map((path) => `- ${path}`);
    return `conflicts with ${owner}:\n${boundedTexts(paths, count - paths.length).join('\n')}`;
  });
  const count = listed.reduce((sum, one) => sum + one.count, 0);
  const message =
    count === 1
      ? `Apply failed with 1 conflict: ${causes[0]!.message}: ${causes[0]!.field}`
      : `Apply failed with ${count} conflicts: ${texts.join('\n')}`;
  return new ApiError('Conflict', message, { details: { causes: causes.slice(0, MAX_CAUSES) } });
}

/** A path in the format of messages: `.spec.ports[port=80]`. */
export const showPath = (path: readonly PathElement[]): string => path.map(showElement).join('');

function showOwner({ manager, operation, apiVersion, subresource }: FieldOwner, versionOf: NamedVersions): string {
  const door = subresource ? ` with subresource ${JSON.stringify(subresource)}` : '';
  const version = versionOf === 'all' || operation === 'Update' ? ` using ${apiVersion}` : '';
  return `${JSON.stringify(manager)}${door}${version}`;
}

const compareNames = (a: FieldOwner, b: FieldOwner): number =>
  compareBytes(a.manager, b.manager) ||
  compareBytes(a.operation, b.operation) ||
  compareBytes(a.apiVersion, b.apiVersion) ||
  compareBytes(a.subresource ?? '', b.subresource ?? '');
