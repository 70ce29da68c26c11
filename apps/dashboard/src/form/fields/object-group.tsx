import type { JSX } from 'preact';
import { at, isRecord } from '../../api/object';
import { AddField } from '../find/add-field';
import { useForm } from '../form-context';
import { arrangeFields, childFields, keyOf, nameOf } from '../model/form-field';
import { Group } from './group';
import type { RowProps } from './row-props';

/** An object in an object: folded until it is opened. */
export function ObjectGroup(props: RowProps): JSX.Element {
  const { field, value, title } = props;
  const summary = Object.keys(isRecord(value) ? value : {}).join(', ');
  return (
    <Group {...props} summary={summary}>
      {() => <ObjectFields field={field} value={value} title={title} />}
    </Group>
  );
}

export interface ObjectFieldsProps extends Pick<RowProps, 'field' | 'value'> {
  /** '' for the object itself. */
  readonly title: string;
}

/** The fields of an object that are required, set or asked for, and a way to the others. */
export function ObjectFields({ field, value, title }: ObjectFieldsProps): JSX.Element {
  const { kind, state, Field } = useForm();
  const fields = childFields(kind, field, value);
  const { shown, others } = arrangeFields(fields, value, ({ path }) => state.isAskedFor(path));
  return (
    <>
      {shown.map((child) => (
        <Field
          key={keyOf(child.path)}
          field={child}
          value={at(value, child.path.at(-1)!)}
          title={nameOf(child)}
          isRemovable={!child.isRequired}
          mayBeAbsent
        />
      ))}
      {others.length > 0 && <AddField path={field.path} of={title} fields={others} />}
    </>
  );
}
