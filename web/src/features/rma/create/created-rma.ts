export interface CreatedRma {
  readonly id: number;
  readonly number: string;
  readonly public_reference: string;
  readonly items: readonly { readonly id: number; readonly number: string }[];
}
