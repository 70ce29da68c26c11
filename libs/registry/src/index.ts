export { admitAll, type Admission, type AdmissionAttributes, type AdmissionOperation } from './admission/admission.js';
export type { ObjectReader, ResourceKey } from './store/object-reader.js';
