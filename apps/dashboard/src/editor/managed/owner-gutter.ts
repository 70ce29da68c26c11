import type { Extension, Text } from '@codemirror/state';
import { EditorView, gutter, GutterMarker } from '@codemirror/view';
import type { ManagedFields } from '../../api/object';
import { formatAge } from '../../ui/age';
import { lineOwners } from './line-owners';
import { managerText } from './manager-text';

const theme = EditorView.theme({
  '.cm-owners .cm-gutterElement': {
    maxWidth: '22ch',
    padding: '0 8px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

class Owners extends GutterMarker {
  constructor(private readonly entries: readonly ManagedFields[]) {
    super();
  }

  override eq(other: Owners): boolean {
    return (
      other.entries.length === this.entries.length && other.entries.every((entry, at) => entry === this.entries[at])
    );
  }

  override toDOM(): Node {
    const element = document.createElement('span');
    element.textContent = this.entries.map(managerText).join(', ');
    element.title = this.entries
      .map(
        (entry) => `${managerText(entry)}: ${entry.operation ?? ''} ${formatAge(entry.time)} ago, ${entry.time ?? ''}`,
      )
      .join('\n');
    return element;
  }
}

/** Names the managers that own each line, before the line. */
export function ownerGutter(managedFields: readonly ManagedFields[]): Extension {
  let known: { readonly doc: Text; readonly markers: readonly (Owners | null)[] } | undefined;
  const markersOf = (doc: Text): readonly (Owners | null)[] => {
    if (known?.doc !== doc) {
      const owners = lineOwners(doc.toString(), managedFields);
      known = { doc, markers: owners.map((entries) => (entries.length === 0 ? null : new Owners(entries))) };
    }
    return known.markers;
  };
  return [
    theme,
    gutter({
      class: 'cm-owners',
      lineMarker: ({ state }, { from }) => markersOf(state.doc)[state.doc.lineAt(from).number - 1] ?? null,
      lineMarkerChange: ({ docChanged }) => docChanged,
    }),
  ];
}
