/** Path of the start page. All others begin with it. */
export const BASE = '/dashboard/';

/** The part of a URL before its query. The host of an absolute form is not part of it. */
export function pathOf(url: string): string {
  const path = url.split('?', 1)[0]!;
  return path.startsWith('/') ? path : '/';
}
