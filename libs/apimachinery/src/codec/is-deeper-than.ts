import { CLOSE_LIST, CLOSE_OBJECT, endOfString, OPEN_LIST, OPEN_OBJECT, QUOTE } from './json-scan.js';

/** Whether objects and lists of a JSON text are nested more than `depth` levels. About a nanosecond per byte. */
export function isDeeperThan(json: Buffer, depth: number): boolean {
  let open = 0;
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case QUOTE:
        at = endOfString(json, at) - 1;
        break;
      case OPEN_OBJECT:
      case OPEN_LIST:
        if (++open > depth) return true;
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        open--;
        break;
      default:
    }
  }
  return false;
}
