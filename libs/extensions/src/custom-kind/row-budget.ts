import { TooManyValues } from '@orch/apimachinery';

/** Values that the paths of all columns of a row look at, together. */
const MAX_STEPS = 5_000;
/** Characters of all cells of a row: each of many columns can show the same large value. */
const MAX_CHARACTERS = 65_536;

/** What the cells of a row of a table may cost together. */
export class RowBudget {
  private column = -1;
  private steps = MAX_STEPS;
  private characters = MAX_CHARACTERS;

  /** Begins a cell. Columns of a row are asked in their order: one that is not after the last one is in the next row. */
  begin(column: number): void {
    if (column <= this.column) {
      this.steps = MAX_STEPS;
      this.characters = MAX_CHARACTERS;
    }
    this.column = column;
  }

  /** @throws TooManyValues. */
  spendSteps(steps: number): void {
    this.steps -= steps;
    if (this.steps < 0) throw new TooManyValues();
  }

  /** Whether a cell may have a text. */
  get hasRoom(): boolean {
    return this.characters > 0;
  }

  /** A text, cut to the room that the row has left. */
  cut(text: string): string {
    const shown = text.length <= this.characters ? text : `${text.slice(0, this.characters)}...`;
    this.characters -= Math.min(text.length, this.characters);
    return shown;
  }
}
