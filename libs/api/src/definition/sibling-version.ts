import type { ApiObject } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { structLike } from './decorators.js';
import type { StructClass } from './field-type.js';
import type { KindDeclaration, StorageConversion, VersionLifecycle } from './kind-declaration.js';
import type { Strategy, StrategyContext, SubresourceStrategy } from './strategy.js';

/** What tells a version of a kind from the one it is stored as. */
export interface SiblingVersion {
  readonly version: string;
  readonly lifecycle?: VersionLifecycle;
  /** Structs of this version. Default: those of the stored version, under this version's name. */
  readonly type?: StructClass;
  /** Where the fields differ. Loses nothing in either direction. Default: they are the same. */
  readonly convert?: Pick<StorageConversion, 'toStored' | 'fromStored'>;
  /** Where the defaults that a schema cannot say differ; they get the form of this version. Default: those of the stored one. */
  readonly defaults?: KindDeclaration['defaults'];
  /** Where the rules differ; they get the stored form. Default: those of the stored version. */
  readonly strategy?: KindDeclaration['strategy'];
}

/**
 * Declares another version of a kind: one object, one uid and one place in the store, whichever version wrote it (D-238).
 * Rules, columns and sub-resources are those of the stored version, and so errors name its fields.
 */
export function siblingVersion(stored: KindDeclaration, of: SiblingVersion): KindDeclaration {
  const { group, kind, defaults } = stored;
  const { version, lifecycle, convert, strategy = stored.strategy } = of;
  const shared: KindDeclaration = {
    ...stored,
    version,
    type: of.type ?? structLike(`${group}.${version}.${kind}`, stored.type),
    ...(lifecycle ? { lifecycle } : {}),
    conversion: { storedAs: { group, version: stored.version, kind }, ...(convert ?? SAME_FORM) },
    ...(strategy ? { strategy } : {}),
    ...(of.defaults ? { defaults: of.defaults } : {}),
  };
  if (!convert) return shared;
  const { toStored, fromStored } = convert;
  return {
    ...shared,
    ...(stored.columns
      ? {
          columns: stored.columns.map((c) => ({
            ...c,
            value: (o: ApiObject, now: number) => c.value(toStored(o), now),
          })),
        }
      : {}),
    ...(strategy ? { strategy: (vocabulary: Vocabulary) => throughStored(strategy(vocabulary), convert) } : {}),
    ...(stored.subresources
      ? {
          subresources: Object.fromEntries(
            Object.entries(stored.subresources).map(([name, make]) => [
              name,
              (vocabulary: Vocabulary) => subresourceThroughStored(make(vocabulary), convert),
            ]),
          ),
        }
      : {}),
    ...(!of.defaults && defaults
      ? { defaults: (o: ApiObject, vocabulary: Vocabulary) => fromStored(defaults(toStored(o), vocabulary)) }
      : {}),
  };
}

const same = (object: ApiObject): ApiObject => object;
const SAME_FORM = { toStored: same, fromStored: same };

type Converter = Pick<StorageConversion, 'toStored' | 'fromStored'>;

/** The rules of the stored form, for objects of another. */
export function throughStored(rules: Strategy, { toStored, fromStored }: Converter): Strategy {
  const { prepareForCreate, prepareForUpdate, validateCreate, validateUpdate, prepareForDelete, warnings } = rules;
  return {
    ...(prepareForCreate
      ? { prepareForCreate: (o: ApiObject, c: StrategyContext) => fromStored(prepareForCreate(toStored(o), c)) }
      : {}),
    ...(prepareForUpdate
      ? {
          prepareForUpdate: (o: ApiObject, old: ApiObject, c: StrategyContext) =>
            fromStored(prepareForUpdate(toStored(o), toStored(old), c)),
        }
      : {}),
    ...(prepareForDelete
      ? { prepareForDelete: (o: ApiObject, c: StrategyContext) => fromStored(prepareForDelete(toStored(o), c)) }
      : {}),
    ...(validateCreate ? { validateCreate: (o: ApiObject, c: StrategyContext) => validateCreate(toStored(o), c) } : {}),
    ...(validateUpdate
      ? {
          validateUpdate: (o: ApiObject, old: ApiObject, c: StrategyContext) =>
            validateUpdate(toStored(o), toStored(old), c),
        }
      : {}),
    ...(warnings ? { warnings: (o: ApiObject, c: StrategyContext) => warnings(toStored(o), c) } : {}),
  };
}

function subresourceThroughStored(
  rules: SubresourceStrategy,
  { toStored, fromStored }: Converter,
): SubresourceStrategy {
  const { prepareForUpdate, validateUpdate, view } = rules;
  // A view is a kind of its own, the same beside every version.
  const sent = view ? same : toStored;
  return {
    ...rules,
    ...(view ? { view: { ...view, read: (o: ApiObject) => view.read(toStored(o)) } } : {}),
    prepareForUpdate: (o, old, c) => fromStored(prepareForUpdate(sent(o), toStored(old), c)),
    ...(validateUpdate
      ? {
          validateUpdate: (o: ApiObject, old: ApiObject, c: StrategyContext) =>
            validateUpdate(toStored(o), toStored(old), c),
        }
      : {}),
  };
}
