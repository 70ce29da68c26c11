import type { JSX } from 'preact';
import { Notice } from '../../ui/notice';
import type { FieldProblem } from './field-problems';

/** All that the server refuses, a line each. */
export function ProblemNotice({ problems }: { readonly problems: readonly FieldProblem[] }): JSX.Element {
  return (
    <Notice tone="bad">
      {problems.map(({ message }, index) => (
        <p key={index}>{message}</p>
      ))}
    </Notice>
  );
}
