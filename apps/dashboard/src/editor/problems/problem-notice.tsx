import type { JSX } from 'preact';
import { type FieldProblem, fieldPathText } from '../../api/field-problems';
import { Notice } from '../../ui/notice';

export interface ProblemNoticeProps {
  readonly problems: readonly FieldProblem[];
  /** Moves the focus to a field; not given where fields have no controls. */
  readonly onGoTo?: (path: FieldProblem['path']) => void;
}

/** All that the server refuses, a line each. */
export function ProblemNotice({ problems, onGoTo }: ProblemNoticeProps): JSX.Element {
  return (
    <Notice tone="bad">
      {problems.map(({ path, message }, index) => (
        <p key={index}>
          {message}{' '}
          {onGoTo !== undefined && path.length > 0 && (
            <button type="button" class="link" onClick={() => onGoTo([...path])}>
              Go to {fieldPathText(path)}
            </button>
          )}
        </p>
      ))}
    </Notice>
  );
}
