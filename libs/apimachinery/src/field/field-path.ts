/**
 * Path of a value in an object, in the format of `causes[].field`: `spec.ports[0].name`, `data[a/b]`.
 * The empty path is the object itself.
 */
export class FieldPath {
  private constructor(private readonly text: string) {}

  static readonly root = new FieldPath('');
  /** The object itself in an error that is about no field of it; kube-apiserver prints its empty name so. */
  static readonly whole = new FieldPath('[]');

  /** `FieldPath.of('spec', 'ports')` is `spec.ports`. */
  static of(...names: string[]): FieldPath {
    return names.reduce((path, name) => path.child(name), FieldPath.root);
  }

  child(name: string): FieldPath {
    return new FieldPath(this.text === '' ? name : `${this.text}.${name}`);
  }

  index(position: number): FieldPath {
    return new FieldPath(`${this.text}[${position}]`);
  }

  key(key: string): FieldPath {
    return new FieldPath(`${this.text}[${key}]`);
  }

  toString(): string {
    return this.text;
  }
}
