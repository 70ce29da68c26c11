import type { LevelForm, SchemaForm } from './object-forms.js';

/**
 * The stored objects with the mandatory ones: those have the spec of the server, whatever was stored, since no object
 * may lock out administrators. Only the lendable share of an exempt level is read from the store.
 */
export function withMandatory<F extends SchemaForm | LevelForm>(mandatory: readonly F[], stored: readonly F[]): F[] {
  const byName = new Map(stored.map((object) => [object.metadata.name!, object]));
  for (const object of mandatory) {
    const name = object.metadata.name!;
    const current = byName.get(name);
    if (!current) byName.set(name, object);
    else if (!isExempt(current)) byName.set(name, { ...current, spec: object.spec });
  }
  return [...byName.values()];
}

const isExempt = ({ spec }: SchemaForm | LevelForm): boolean =>
  spec !== undefined && 'type' in spec && spec.type === 'Exempt';
