/** An object cannot be converted. The message names the field and the reason. */
export class ConversionFault extends Error {
  override readonly name = 'ConversionFault';
  constructor(
    message: string,
    /** Position of the rule among those of its pair of versions. */
    readonly rule: number,
    /** Whether the expressions cost too much. */
    readonly isCost = false,
  ) {
    super(message);
  }
}
