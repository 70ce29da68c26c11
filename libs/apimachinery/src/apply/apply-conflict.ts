import { compareBytes } from '../schema/byte-order.js';
import { ApiError } from '../status/api-error.js';
import { boundedTexts, MAX_CAUSES } from '../status/bounded-texts.js';
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
    .map(({ owner, fields }) => ({
      owner: showOwner(owner, versionOf),
      paths: [...pathsOf(fields)].map(showPath),
    }));
  const causes = listed.flatMap(({ owner, paths }) =>
    paths.map((field) => ({ reason: 'FieldManagerConflict', message: `conflict with ${owner}`, field })),
  );
  const texts = listed.map(
    ({ owner, paths }) => `conflicts with ${owner}:\n${boundedTexts(paths.map((p) => `- ${p}`)).join('\n')}`,
  );
  const message =
    causes.length === 1
      ? `Apply failed with 1 conflict: ${causes[0]!.message}: ${causes[0]!.field}`
      : `Apply failed with ${causes.length} conflicts: ${texts.join('\n')}`;
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
