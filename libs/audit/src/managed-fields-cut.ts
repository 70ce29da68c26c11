import { atOnce, selectMembers, type SelectedMembers } from '@orch/apimachinery';

const OBJECT: SelectedMembers = { '*': true, metadata: { '*': true, managedFields: false } };
/** An object, a list of objects, or a Table with an object in each row. */
const BODY: SelectedMembers = { ...OBJECT, items: OBJECT, rows: { '*': true, object: OBJECT } };

/**
 * JSON of an object, a list of objects or a Table, without `metadata.managedFields`. Nothing is decoded.
 * @param json is valid; white space is allowed anywhere.
 */
export const withoutManagedFields = (json: Buffer): Buffer => atOnce(selectMembers(json, BODY));
