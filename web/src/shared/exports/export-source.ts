/** What is to be exported: pieces that were chosen, or everything that a list with these filters shows. */
export type ExportSource =
  | { readonly kind: 'items'; readonly ids: readonly number[] }
  | {
      readonly kind: 'list';
      readonly filters: Readonly<Record<string, string | number | undefined>>;
      readonly total: number;
    };
