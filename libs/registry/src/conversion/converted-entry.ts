import { Entry } from '../cache/entry.js';

/** An object in the version of a request, converted from the stored one: same key and revision. */
export class ConvertedEntry extends Entry {}
