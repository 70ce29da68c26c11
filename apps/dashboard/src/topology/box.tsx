import type { JSX } from 'preact';
import { objectHash } from '../route/route';
import { cut } from '../ui/bounds';
import type { TopologyObject } from './topology-object';

export interface BoxProps {
  readonly object: TopologyObject;
  /** For the arrow keys: that of its children is one more. */
  readonly level: number;
}

/** An object in the picture: its kind, name and state, and why it is not as it should be. */
export function Box({ object, level }: BoxProps): JSX.Element {
  const { resource, namespace, name, state, tone, problems } = object;
  return (
    <a
      class={`box ${tone}`}
      href={objectHash(resource, namespace, name)}
      data-level={level}
      title={problems.length === 0 ? undefined : cut(problems.join('\n'), 500)}
    >
      <span class="box-kind">{resource.kind}</span>
      <span class="box-name">{name}</span>
      {state !== '' && <span class={`badge ${tone === 'good' ? '' : tone}`}>{state}</span>}
    </a>
  );
}
