import type { JSX } from 'preact';
import { objectHash } from '../route/route';
import type { Session } from '../session/session';
import { Box } from './box';
import type { Lane, Topology, TopologyNode } from './topology';
import type { TopologyObject } from './topology-object';

export interface LaneViewProps {
  readonly session: Session;
  readonly lane: Lane;
  readonly claims: Topology['claims'];
  /** Names the namespace. */
  readonly isOfMany: boolean;
}

/** One workload: the Services in front of it, then its objects, each with those it controls, pods with their node and claims. */
export function LaneView({ session, lane, claims, isOfMany }: LaneViewProps): JSX.Element {
  const { root, services } = lane;
  const { resource, name, namespace, owner } = root.object;
  return (
    <section class="lane" aria-label={`${resource.kind} ${name}${isOfMany ? ` in ${namespace}` : ''}`}>
      {(isOfMany || owner !== undefined) && (
        <p class="muted">
          {isOfMany && `in ${namespace}`}
          {owner !== undefined && ` controlled by ${owner.kind} ${owner.name}`}
        </p>
      )}
      <div class="lane-flow">
        {services.length > 0 && (
          <ul class="lane-services" aria-label="Services">
            {services.map((service) => (
              <li key={service.uid}>
                <Box object={service} level={0} />
              </li>
            ))}
          </ul>
        )}
        <ul class="branch">
          <Branch session={session} node={root} level={1} claims={claims} />
        </ul>
      </div>
    </section>
  );
}

interface BranchProps {
  readonly session: Session;
  readonly node: TopologyNode;
  readonly level: number;
  readonly claims: Topology['claims'];
}

function Branch({ session, node, level, claims }: BranchProps): JSX.Element {
  const { object, children, hidden } = node;
  const { node: nodeName, claims: claimNames, namespace } = object;
  const hasMore = children.length + hidden + claimNames.length > 0 || nodeName !== '';
  return (
    <li>
      <Box object={object} level={level} />
      {hasMore && (
        <ul class="branch">
          {children.map((child) => (
            <Branch key={child.object.uid} session={session} node={child} level={level + 1} claims={claims} />
          ))}
          {hidden > 0 && <li class="muted">and {hidden} more</li>}
          {nodeName !== '' && <NodeBox session={session} name={nodeName} level={level + 1} />}
          {claimNames.map((name) => (
            <ClaimBox key={name} name={name} claim={claims.get(`${namespace}/${name}`)} level={level + 1} />
          ))}
        </ul>
      )}
    </li>
  );
}

function NodeBox({
  session,
  name,
  level,
}: {
  readonly session: Session;
  readonly name: string;
  readonly level: number;
}): JSX.Element {
  const nodes = session.find('nodes', '');
  const text = (
    <>
      <span class="box-kind">Node</span>
      <span class="box-name">{name}</span>
    </>
  );
  return (
    <li>
      {nodes !== undefined && session.may('get', nodes, '', name) ? (
        <a class="box small" href={objectHash(nodes, '', name)} data-level={level}>
          {text}
        </a>
      ) : (
        <span class="box small">{text}</span>
      )}
    </li>
  );
}

/** @param claim undefined when there is none of the name, or when it may not be seen. */
function ClaimBox({
  name,
  claim,
  level,
}: {
  readonly name: string;
  readonly claim: TopologyObject | undefined;
  readonly level: number;
}): JSX.Element {
  return (
    <li>
      {claim === undefined ? (
        <span class="box small">
          <span class="box-kind">PersistentVolumeClaim</span>
          <span class="box-name">{name}</span>
        </span>
      ) : (
        <Box object={claim} level={level} />
      )}
    </li>
  );
}
