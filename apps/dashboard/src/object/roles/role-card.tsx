import type { JSX } from 'preact';
import type { ApiObject } from '../../api/object';
import type { Resource } from '../../api/resource';
import type { Session } from '../../session/session';
import { RulesCard } from './rules-card';
import { SubjectsCard } from './subjects-card';

export interface RoleCardProps {
  readonly session: Session;
  readonly resource: Resource;
  readonly object: ApiObject;
}

/** Of a role its subjects, of a binding the rules of its role. */
export function RoleCard({ session, resource, object }: RoleCardProps): JSX.Element | null {
  if (resource.group !== session.find('clusterroles')?.group) return null;
  if (['roles', 'clusterroles'].includes(resource.resource)) return <SubjectsCard session={session} object={object} />;
  if (['rolebindings', 'clusterrolebindings'].includes(resource.resource))
    return <RulesCard session={session} object={object} />;
  return null;
}
