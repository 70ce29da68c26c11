import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiObject } from '../../api/object';
import type { Resource } from '../../api/resource';
import { titleOf } from '../../kinds/sections';
import type { Session } from '../../session/session';
import { Card } from '../../ui/card';
import type { Owned } from './find-owned';
import { FamilyTree } from './family-tree';
import { useRelatives } from './use-relatives';
import './relatives.css';

export interface RelativesCardProps {
  readonly session: Session;
  readonly resource: Resource;
  readonly object: ApiObject;
}

/** Who owns the object and what it owns, read when it is asked for: many kinds have to be looked at. */
export function RelativesCard({ session, resource, object }: RelativesCardProps): JSX.Element {
  const [run, setRun] = useState(0);
  const { owners, owned } = useRelatives(session, object, run);
  return (
    <Card title="Owners and owned objects" isWhole>
      {run > 0 && <FamilyTree self={{ resource, object }} owners={owners} owned={owned} />}
      <p>
        <button type="button" class="button" onClick={() => setRun(run + 1)}>
          {run === 0 ? 'Find them' : 'Read again'}
        </button>{' '}
        <span class="muted" role="status">
          {run === 0 ? 'Looks through the kinds you may list, once.' : progressText(owned)}
        </span>
      </p>
    </Card>
  );
}

function progressText(owned: Owned | undefined): string {
  if (owned === undefined) return 'Reading…';
  const { kindsDone, kinds } = owned.progress;
  if (kindsDone < kinds) return `Looked through ${kindsDone} of ${kinds} kinds…`;
  const partial = owned.partial.map(titleOf);
  return partial.length === 0
    ? `Looked through ${kinds} kinds.`
    : `Looked through ${kinds} kinds, not completely: ${partial.join(', ')}.`;
}
