const GUARDED: readonly object[] = [Object, Array, String, Number, Boolean, Function, Map, Set, Promise, Uint8Array]
  .map((constructor): object => constructor.prototype as object)
  .concat(Object, Array, JSON);

const snapshot = (): string =>
  JSON.stringify(
    GUARDED.map((object) =>
      Reflect.ownKeys(object).map((key) => {
        const property = Object.getOwnPropertyDescriptor(object, key)!;
        return [String(key), 'value' in property ? typeof property.value : 'accessor'];
      }),
    ),
  );

/** Looks whether anything has been put onto what every object inherits. */
export class PrototypeGuard {
  private readonly before = snapshot();
  private readonly keys = Reflect.ownKeys(Object.prototype).length + Reflect.ownKeys(Array.prototype).length;

  /** After every input: cheap. */
  check(): void {
    const now = Reflect.ownKeys(Object.prototype).length + Reflect.ownKeys(Array.prototype).length;
    if (now !== this.keys) throw new Error('a prototype was changed');
  }

  /** At the end. */
  checkAll(): void {
    if (snapshot() !== this.before) throw new Error('something that every object inherits was changed');
  }
}
