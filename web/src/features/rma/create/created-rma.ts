export interface CreatedRma {
  readonly id: number;
  readonly number: string;
  readonly public_reference: string;
  /** The customer's. */
  readonly language: string;
  readonly items: readonly { readonly id: number; readonly number: string }[];
}
