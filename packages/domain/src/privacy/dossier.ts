import type { Instant } from '../kernel.ts';
import type { ReferenceLanguage } from '../shared/languages.ts';

/** An event of a deposit or piece with its data in clear: everything the log holds of it. */
export interface DossierEvent {
  readonly at: Instant;
  readonly type: string;
  readonly data: object;
}

export interface DossierPiece {
  readonly number: string;
  readonly product: string;
  readonly sku: string;
  readonly serial: string | null;
  /** Id of the status it has now. */
  readonly status: number;
  readonly history: readonly DossierEvent[];
  /** Bytes in base64. */
  readonly pictures: readonly { readonly kind: string; readonly media_type: string; readonly data: string }[];
}

export interface DossierDeposit {
  readonly number: string;
  readonly store: string;
  readonly created_at: Instant;
  readonly contact: Readonly<Record<string, string | null>>;
  readonly history: readonly DossierEvent[];
  readonly pieces: readonly DossierPiece[];
}

/** Everything held about a person, as the file that is handed to them has it (product/privacy.md §5). */
export interface Dossier {
  readonly format: 'atelier-person';
  readonly version: 1;
  readonly made_at: Instant;
  readonly language: ReferenceLanguage;
  readonly deposits: readonly DossierDeposit[];
}
