import { signal } from '@preact/signals';
import { route, setParameters } from './route';

/** The namespace that lists show; '' is all. Views opened later keep it. */
export const namespace = signal(route.peek().parameters.get('namespace') ?? '');

route.subscribe(({ parameters }) => {
  const given = parameters.get('namespace');
  if (given !== null) namespace.value = given;
});

export function chooseNamespace(name: string): void {
  namespace.value = name;
  setParameters({ namespace: name });
}
