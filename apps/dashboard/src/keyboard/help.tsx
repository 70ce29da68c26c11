import type { JSX } from 'preact';
import { Dialog } from '../ui/dialog';
import './help.css';

const KEYS: readonly (readonly [keys: readonly string[], meaning: string])[] = [
  [['Ctrl K'], 'Go to a kind, a namespace or a page'],
  [['/'], 'Filter the list'],
  [['j', 'k'], 'Next and previous row, in the topology workload'],
  [['←', '↑', '↓', '→'], 'In the topology: to an owner, between objects, to what it controls'],
  [['Enter'], 'Open the row'],
  [['x'], 'Select the row, to delete it with others'],
  [['u'], 'Up: from an object to its list'],
  [['e'], 'Edit the object as YAML'],
  [['f'], 'Edit the object in a form'],
  [['t'], 'Light or dark'],
  [['?'], 'This help'],
  [['Esc'], 'Leave a field, close a dialog'],
];

export function KeyboardHelp({ onClose }: { readonly onClose: () => void }): JSX.Element {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl class="keys">
        {KEYS.map(([keys, meaning]) => (
          <div key={meaning}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
