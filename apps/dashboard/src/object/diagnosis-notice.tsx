import type { JSX } from 'preact';
import type { ApiObject } from '../api/object';
import type { Resource } from '../api/resource';
import { diagnose } from '../diagnosis/diagnose';
import { formatAge } from '../ui/age';
import { cut, few } from '../ui/bounds';
import { now } from '../ui/clock';
import { Notice } from '../ui/notice';

/** Says why the object is not in its desired state. */
export function DiagnosisNotice({
  resource,
  object,
}: {
  readonly resource: Resource;
  readonly object: ApiObject;
}): JSX.Element | null {
  const { shown, more } = few(diagnose(resource, object));
  if (shown.length === 0) return null;
  return (
    <div class="object-notices">
      <Notice tone="warn">
        {shown.map(({ text, since }) => (
          <p key={text}>
            {cut(text)} {since !== '' && <span class="muted">For {formatAge(since, now.value)}.</span>}
          </p>
        ))}
        {more}
      </Notice>
    </div>
  );
}
