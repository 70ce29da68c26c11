import type { ApiObject } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { KindDeclaration, StorageConversion, VersionLifecycle } from './kind-declaration.js';
import type { Strategy, SubresourceStrategy } from './strategy.js';
import type { StructClass } from './field-type.js';
import { structVersion, type StructVersion } from './struct-version.js';

/** Differences of a version of a kind from its stored version. */
export interface SiblingVersion {
  readonly version: string;
  readonly lifecycle?: VersionLifecycle;
  /** The struct of this version, if declared. */
  readonly type?: StructClass;
  /** Structs of this version, if derived. Default: those of the stored version under this version's name, not shared with other kinds. */
  readonly structs?: StructVersion;
  /** Lossless in both directions. Default: the fields are the same. */
  readonly convert?: Pick<StorageConversion, 'toStored' | 'fromStored'>;
  /** Non-schema defaults; they receive the form of this version. Default: those of the stored version. */
  readonly defaults?: KindDeclaration['defaults'];
  /** Rules; they receive the stored form. Default: those of the stored version. */
  readonly strategy?: KindDeclaration['strategy'];
}

/** What defaults depend on next to the object. */
type Others = Parameters<NonNullable<KindDeclaration['defaults']>> extends [ApiObject, ...infer R] ? R : never;

/**
 * Declares another version of a kind: all versions share object, uid and storage (D-238).
 * Rules, columns and sub-resources are those of the stored version, so errors name its fields.
 */
export function siblingVersion(stored: KindDeclaration, of: SiblingVersion): KindDeclaration {
  const { lifecycle: _ofStored, ...common } = stored;
  const { group, kind, defaults } = stored;
  const { version, lifecycle, convert, strategy = stored.strategy } = of;
  const structs = of.structs ?? structVersion(`${group}.${stored.version}`, `${group}.${version}`);
  const shared: KindDeclaration = {
    ...common,
    version,
    type: of.type ?? structs(stored.type),
    ...(lifecycle ? { lifecycle } : {}),
    conversion: { storedAs: { group, version: stored.version, kind }, ...(convert ?? SAME_FORM) },
    ...(strategy ? { strategy } : {}),
    ...(of.defaults ? { defaults: of.defaults } : {}),
  };
  if (!convert) return shared;
  const { toStored, fromStored } = convert;
  const storedOf = oncePerObject(toStored);
  return {
    ...shared,
    ...(stored.columns
      ? {
          columns: stored.columns.map((c) => ({
            ...c,
            value: (o: ApiObject, now: number) => c.value(storedOf(o), now),
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
      ? {
          defaults: (o: ApiObject, ...others: Others) => fromStored(defaults(toStored(o), ...others)),
        }
      : {}),
  };
}

/** All columns of a row convert the same object. */
function oncePerObject(toStored: (object: ApiObject) => ApiObject): (object: ApiObject) => ApiObject {
  const known = new WeakMap<ApiObject, ApiObject>();
  return (object) => {
    let stored = known.get(object);
    if (!stored) known.set(object, (stored = toStored(object)));
    return stored;
  };
}

const same = (object: ApiObject): ApiObject => object;
const SAME_FORM = { toStored: same, fromStored: same };

type Converter = Pick<StorageConversion, 'toStored' | 'fromStored'>;

/** Adapts the rules of the stored form to another form. */
export function throughStored(rules: Strategy, { toStored, fromStored }: Converter): Strategy {
  return {
    prepareForCreate: (o, c) => (rules.prepareForCreate ? fromStored(rules.prepareForCreate(toStored(o), c)) : o),
    prepareForUpdate: (o, old, c) =>
      rules.prepareForUpdate ? fromStored(rules.prepareForUpdate(toStored(o), toStored(old), c)) : o,
    prepareForDelete: (o, c) => (rules.prepareForDelete ? fromStored(rules.prepareForDelete(toStored(o), c)) : o),
    validateCreate: (o, c) => rules.validateCreate?.(toStored(o), c) ?? [],
    ...(rules.validateInSteps && {
      validateInSteps: (o, c, old) => rules.validateInSteps!(toStored(o), c, old && toStored(old)),
    }),
    validateUpdate: (o, old, c) => rules.validateUpdate?.(toStored(o), toStored(old), c) ?? [],
    forbidsDelete: (o) => rules.forbidsDelete?.(toStored(o)),
    warnings: (o, c, old) => rules.warnings?.(toStored(o), c, old && toStored(old)) ?? [],
  };
}

function subresourceThroughStored(
  rules: SubresourceStrategy,
  { toStored, fromStored }: Converter,
): SubresourceStrategy {
  const { view } = rules;
  // A view has its own kind, the same for every version.
  const sent = view ? same : toStored;
  return {
    ...rules,
    ...(view ? { view: { ...view, read: (o: ApiObject) => view.read(toStored(o)) } } : {}),
    prepareForUpdate: (o, old, c) => fromStored(rules.prepareForUpdate(sent(o), toStored(old), c)),
    ...(rules.validateInSteps && {
      validateInSteps: (o, c, old) => rules.validateInSteps!(toStored(o), c, toStored(old)),
    }),
    validateUpdate: (o, old, c) => rules.validateUpdate?.(toStored(o), toStored(old), c) ?? [],
  };
}
