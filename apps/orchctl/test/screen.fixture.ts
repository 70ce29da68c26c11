import { terminalOutput } from '../src/output.js';

/** Records what a command writes, and lets a test wait for it. */
export class Screen {
  text = '';
  errors = '';
  readonly output = terminalOutput(
    { write: (text: string) => this.shown(text) },
    { write: (text: string) => (this.errors += text) !== '' },
  );
  private onText: () => void = () => undefined;

  /** Resolves when standard output contains `part`. */
  async shows(part: string): Promise<void> {
    while (!this.text.includes(part)) await new Promise<void>((resolve) => (this.onText = resolve));
  }

  private shown(text: string): boolean {
    this.text += text;
    this.onText();
    return true;
  }
}
