import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { isRecord, textAt } from '../../api/object';
import { extension } from '../../schema/fields';
import { emptyValue } from '../../schema/skeleton';
import { useForm } from '../form-context';
import { type FormField, itemField } from '../model/form-field';
import { Group } from './group';
import { buttonKey } from './button-key';
import type { ListPlace, RowProps } from './row-props';
import { useFocusTarget } from './use-focus-target';

/** A list, each item with buttons to move and to remove it. */
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
  const ids = form.state.idsOf(field.path, items.length);
  const addKey = buttonKey(field.path, 'add');
  useFocusTarget(addKey);
  const [announced, announce] = useState('');
  const move: ListPlace['move'] = (from, to, direction) => {
    const path = [...field.path, from];
    form.state.move(field.path, from, to);
    form.edit({ kind: 'move', path, to });
    form.state.focus(buttonKey([...field.path, to], direction));
    announce(`Item ${from + 1} of ${title} is now item ${to + 1} of ${items.length}.`);
  };
  return (
    <Group {...props} summary={items.length === 0 ? 'empty' : titles.join(', ')}>
      {() => (
        <>
          {items.map((item, index) => (
            <Field
              key={ids[index]}
              field={itemField(form.kind, field, index)}
              value={item}
              title={titles[index] ?? ''}
              isRemovable
              mayBeAbsent={false}
              place={{ count: items.length, move }}
            />
          ))}
          <p class="only-spoken" role="status">
            {announced}
          </p>
          <button type="button" class="button form-add" data-path={addKey} onClick={add}>
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
