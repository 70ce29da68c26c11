import type { ApiObject } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { Strategy, SubresourceStrategy } from '../definition/strategy.js';
import { withCondition, type DefinitionCondition, type Finding } from './definition-conditions.js';
import { takeStatus } from '../definition/status-subresource.js';
import { toInternal } from './conversion/convert-definition.js';
import { storageVersionOf } from './conversion/definition-defaults.js';
import type { InternalDefinition } from './conversion/internal-definition.js';
import { validateDefinition, validateDefinitionStatus } from './validation/definition.validation.js';
import { demandsOfNew, demandsOfUpdate } from './validation/demands.js';

/** Rules of definitions. @param convert from the version of the rules to the internal form, which errors name. @param stable version. */
const rulesOf =
  (convert: (object: ApiObject) => InternalDefinition, stable: boolean) =>
  (vocabulary: Vocabulary): Strategy => ({
    prepareForCreate: withStoredVersion,
    prepareForUpdate: withStoredVersion,
    prepareForDelete: (object, { now }) => withFinding(object, DELETION_PENDING, now),
    validateCreate: (object, { features }) =>
      validateDefinition(convert(object), undefined, demandsOfNew(stable, features), vocabulary),
    validateUpdate: (object, old, { features }) => {
      const [definition, current] = [convert(object), convert(old)];
      return validateDefinition(
        definition,
        current,
        demandsOfUpdate(definition, current, stable, features),
        vocabulary,
      );
    },
  });

/** The first delete only marks the definition: its objects go first. */
const DELETION_PENDING: Finding = {
  type: 'Terminating',
  status: 'True',
  reason: 'InstanceDeletionPending',
  message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
};

function withFinding<T extends ApiObject>(object: T, finding: Finding, now: string): T {
  const { status } = object as { status?: { conditions?: readonly DefinitionCondition[] | null } };
  return { ...object, status: { ...status, conditions: withCondition(status?.conditions ?? [], finding, now) } };
}

/** The storage version is among those in which objects may be stored. */
function withStoredVersion<T extends ApiObject>(object: T): T {
  const { spec = {}, status } = object as InternalDefinition;
  const version = storageVersionOf(spec);
  const stored = status?.storedVersions ?? [];
  if (version === undefined || stored.includes(version)) return object;
  return { ...object, status: { ...status, storedVersions: [...stored, version] } };
}

/** Rules of the older version, whose form is the internal one. */
export const olderDefinitionStrategy = rulesOf((object) => object, false);

/** Rules of the stored version. */
export const definitionStrategy = rulesOf(toInternal, true);

/** Status writes take labels and annotations with them; both belong to their owners. */
export const definitionStatus = (): SubresourceStrategy => ({
  resets: ['metadata'],
  prepareForUpdate: takeStatus,
  validateUpdate: validateDefinitionStatus,
});
