import type { JSX } from 'preact';
import { fits } from '../model/control';
import { ListGroup } from './list-group';
import { MapGroup } from './map-group';
import { ObjectGroup } from './object-group';
import type { RowProps } from './row-props';
import { ScalarRow } from './scalar-row';

/** A field by its type; as YAML when what is there is of another type. */
export function Field(props: RowProps): JSX.Element {
  const { field, value } = props;
  if (!fits(field.control, value)) return <ScalarRow {...props} field={{ ...field, control: 'yaml' }} />;
  switch (field.control) {
    case 'object':
      return <ObjectGroup {...props} />;
    case 'list':
      return <ListGroup {...props} />;
    case 'map':
      return <MapGroup {...props} />;
    default:
      return <ScalarRow {...props} />;
  }
}
