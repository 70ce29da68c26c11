import type { JSX } from 'preact';
import { isRecord } from '../../api/object';
import { emptyValue } from '../../schema/skeleton';
import { useForm } from '../form-context';
import { fits } from '../model/control';
import { entryField, type FormField } from '../model/form-field';
import { Group } from './group';
import { MapRow } from './map-row';
import { NewKey } from './new-key';
import type { RowProps } from './row-props';

const IN_ONE_LINE: ReadonlySet<string> = new Set(['object', 'map', 'list', 'yaml']);

/** Keys with values. */
export function MapGroup(props: RowProps): JSX.Element {
  const { field, value, title } = props;
  const { kind, edit, state } = useForm();
  const entries = Object.entries(isRecord(value) ? value : {});
  const names = entries.map(([name]) => name);
  const add = (name: string): void => {
    const path = [...field.path, name];
    const { schema } = entryField(kind, field, name);
    edit({ kind: 'set', path, value: emptyValue(kind.document, schema) });
    state.goTo(path);
  };
  return (
    <Group {...props} summary={names.length === 0 ? 'empty' : names.join(', ')}>
      {() => (
        <>
          {entries.map(([name, entry], index) => (
            <Entry key={index} field={entryField(kind, field, name)} name={name} value={entry} others={names} />
          ))}
          <NewKey path={field.path} of={title} names={names} onAdd={add} />
        </>
      )}
    </Group>
  );
}

interface EntryProps {
  readonly field: FormField;
  readonly name: string;
  readonly value: unknown;
  /** Keys that are taken. */
  readonly others: readonly string[];
}

function Entry({ field, name, value, others }: EntryProps): JSX.Element {
  const { Field } = useForm();
  if (fits(field.control, value) && !IN_ONE_LINE.has(field.control))
    return <MapRow field={field} name={name} value={value} others={others} />;
  return <Field field={field} value={value} title={name} isRemovable mayBeAbsent={false} />;
}
