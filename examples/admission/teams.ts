import { Injectable } from '@nestjs/common';

/** The teams that may run pods. A service of the application, which plugins inject. */
@Injectable()
export class Teams {
  private readonly known = new Set(['search', 'shop']);

  isKnown(team: string): boolean {
    return this.known.has(team);
  }
}
