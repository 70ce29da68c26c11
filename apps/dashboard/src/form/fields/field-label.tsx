import type { JSX } from 'preact';

export interface FieldLabelProps {
  readonly htmlFor: string;
  readonly title: string;
  readonly isRequired: boolean;
  /** What may be written. */
  readonly type: string;
}

export function FieldLabel({ htmlFor, title, isRequired, type }: FieldLabelProps): JSX.Element {
  return (
    <div class="form-label">
      <label for={htmlFor}>
        {title}
        {isRequired && <RequiredMark />}
      </label>
      {type !== '' && <span class="form-type">{type}</span>}
    </div>
  );
}

export function RequiredMark(): JSX.Element {
  return (
    <>
      <span class="form-required" aria-hidden="true">
        *
      </span>
      <span class="only-spoken"> (required)</span>
    </>
  );
}
