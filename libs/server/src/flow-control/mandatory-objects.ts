import { AUTHENTICATED_GROUP, UNAUTHENTICATED_GROUP } from '../authentication/groups.js';
import { everything, groups, type LevelForm, limitedLevel, schema, type SchemaForm } from './object-forms.js';

/** Level and schema of requests that are never held up: those of administrators. */
export const EXEMPT = 'exempt';
/** Level and schema of whatever nobody else takes. */
export const CATCH_ALL = 'catch-all';

/** Always in force, whatever is stored (D-226). */
export const mandatoryLevels: readonly LevelForm[] = [
  {
    metadata: { name: EXEMPT },
    spec: { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } },
  },
  limitedLevel(CATCH_ALL, 5, 0, undefined),
];

/** Always in force, whatever is stored (D-226). */
export const mandatorySchemas: readonly SchemaForm[] = [
  schema(EXEMPT, 1, EXEMPT, undefined, [everything(groups('system:masters'))]),
  schema(CATCH_ALL, 10_000, CATCH_ALL, 'ByUser', [everything(groups(UNAUTHENTICATED_GROUP, AUTHENTICATED_GROUP))]),
];
