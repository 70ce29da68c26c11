/** A key and what it does. With `Control+k` the command key counts too. */
export type Shortcuts = Readonly<Record<string, () => void>>;

const layers: Shortcuts[] = [];

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && target.type === 'checkbox') return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.shadowRoot !== null;
}

function nameOf(event: KeyboardEvent): string {
  return event.ctrlKey || event.metaKey ? `Control+${event.key.toLowerCase()}` : event.key;
}

addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.altKey) return;
  const name = nameOf(event);
  if (!name.startsWith('Control+') && (isTyping(event.target) || document.querySelector('dialog[open]') !== null))
    return;
  // Enter on a link or button does what the browser does.
  if (name === 'Enter' && event.target instanceof HTMLElement && /^(A|BUTTON|SUMMARY)$/.test(event.target.tagName))
    return;
  const action = layers.findLast((layer) => layer[name] !== undefined)?.[name];
  if (action === undefined) return;
  event.preventDefault();
  action();
});

/** Adds keys; those added last win. @returns removes them. */
export function addShortcuts(shortcuts: Shortcuts): () => void {
  layers.push(shortcuts);
  return () => {
    layers.splice(layers.indexOf(shortcuts), 1);
  };
}
