/** Attributes that every control has. */
export interface ControlAttributes {
  readonly id?: string;
  readonly 'data-path': string;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: boolean;
  readonly required?: boolean;
}
