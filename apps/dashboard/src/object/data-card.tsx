import type { JSX } from 'preact';
import type { ApiObject } from '../api/object';
import { cut, few } from '../ui/bounds';
import { Icon } from '../ui/icon';
import { Card } from '../ui/card';
import { CopyButton } from '../ui/copy-button';
import { decodeBase64, textOfBase64 } from '../api/decode-base64';

const dataOf = (object: ApiObject): [string, string][] => Object.entries((object.data ?? {}) as Record<string, string>);

/** The values of a ConfigMap. */
export function ConfigMapData({ object }: { readonly object: ApiObject }): JSX.Element {
  return <Values values={dataOf(object).map(([key, value]) => ({ key, shown: value, copied: value }))} />;
}

export interface SecretDataProps {
  /** Only the metadata until `isRevealed`. */
  readonly object: ApiObject;
  readonly isRevealed: boolean;
  readonly onReveal: (isRevealed: boolean) => void;
}

/** The values of a Secret, which the page does not have before they are asked for. */
export function SecretData({ object, isRevealed, onReveal }: SecretDataProps): JSX.Element {
  if (isRevealed && object.data !== undefined) {
    return (
      <Values
        values={dataOf(object).map(([key, value]) => {
          const text = textOfBase64(value);
          return { key, shown: text ?? decodeBase64(value), copied: text };
        })}
        onHide={() => onReveal(false)}
      />
    );
  }
  return (
    <Card title="Data">
      <p>
        <button type="button" class="button" onClick={() => onReveal(true)}>
          <Icon name="eye" />
          Show the values
        </button>
      </p>
      <p class="muted">They are not read from the server before.</p>
    </Card>
  );
}

/** Characters of a value that are shown; the YAML has all. */
const LONGEST_VALUE = 100_000;

interface Value {
  readonly key: string;
  readonly shown: string;
  /** undefined: what is shown only describes the value. */
  readonly copied: string | undefined;
}

interface ValuesProps {
  readonly values: readonly Value[];
  readonly onHide?: () => void;
}

function Values({ values, onHide }: ValuesProps): JSX.Element {
  const { shown, more } = few(values);
  return (
    <Card title="Data" isWhole>
      {values.length === 0 && <p class="muted">No data.</p>}
      <dl class="facts">
        {shown.map(({ key, shown: text, copied }) => (
          <div key={key}>
            <dt>
              {key} {copied !== undefined && <CopyButton text={copied} name={`the value of ${key}`} />}
            </dt>
            <dd>
              <pre class="value" tabIndex={0}>
                {cut(text, LONGEST_VALUE)}
              </pre>
            </dd>
          </div>
        ))}
      </dl>
      {more !== '' && <p class="muted">{more}</p>}
      {onHide !== undefined && (
        <p>
          <button type="button" class="button" onClick={onHide}>
            Hide
          </button>
        </p>
      )}
    </Card>
  );
}
