import type { JSX } from 'preact';
import { isRecord, textAt } from '../../api/object';
import { extension } from '../../schema/fields';
import { emptyValue } from '../../schema/skeleton';
import { useForm } from '../form-context';
import { type FormField, itemField } from '../model/form-field';
import { Group } from './group';
import type { RowProps } from './row-props';

/** A list, each item with a button to remove it. */
export function ListGroup(props: RowProps): JSX.Element {
  const { field, value, title } = props;
  const form = useForm();
  const { Field } = form;
  const items = Array.isArray(value) ? value : [];
  const titles = items.map((item, index) => itemTitle(field, item, index));
  const add = (): void => {
    const path = [...field.path, items.length];
    form.edit({ kind: 'set', path, value: emptyValue(form.kind.document, field.schema.items ?? {}) });
    form.state.goTo(path);
  };
  return (
    <Group {...props} summary={items.length === 0 ? 'empty' : titles.join(', ')}>
      {() => (
        <>
          {items.map((item, index) => (
            <Field
              key={index}
              field={itemField(form.kind, field, index)}
              value={item}
              title={titles[index] ?? ''}
              isRemovable
              mayBeAbsent={false}
            />
          ))}
          <button type="button" class="button form-add" onClick={add}>
            Add item<span class="only-spoken"> to {title}</span>
          </button>
        </>
      )}
    </Group>
  );
}

/** `1: nginx`: its number, and what names it among the others. */
function itemTitle({ schema }: FormField, item: unknown, index: number): string {
  const keys = extension(schema, 'list-map-keys');
  const names = [...(Array.isArray(keys) ? keys : []), 'name', 'key', 'type'] as readonly string[];
  const naming = names.find((name) => textAt(item, name) !== '');
  const text = naming === undefined ? '' : textAt(item, naming);
  return isRecord(item) && text !== '' ? `${index + 1}: ${text}` : String(index + 1);
}
