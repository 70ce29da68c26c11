import type { LevelForm, SchemaForm } from './object-forms.js';

/**
 * The stored objects, the mandatory ones among them: those say what the server says, whatever was written into them, since
 * nothing may lock the administrators out. Only how much an exempt level lends is the operator's.
 */
export function withMandatory<F extends SchemaForm | LevelForm>(mandatory: readonly F[], stored: readonly F[]): F[] {
  const byName = new Map(stored.map((object) => [object.metadata.name!, object]));
  for (const object of mandatory) {
    const name = object.metadata.name!;
    const standing = byName.get(name);
    if (!standing) byName.set(name, object);
    else if (!isExempt(standing)) byName.set(name, { ...standing, spec: object.spec });
  }
  return [...byName.values()];
}

const isExempt = ({ spec }: SchemaForm | LevelForm): boolean =>
  spec !== undefined && 'type' in spec && spec.type === 'Exempt';
