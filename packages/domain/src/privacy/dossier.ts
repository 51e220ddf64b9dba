import type { Instant, Money } from '../kernel.ts';
import type { MessageChannel, MessageState, ThreadKind } from '../shared/message-terms.ts';
import type { ReferenceLanguage } from '../shared/languages.ts';

/** An event of a deposit, piece or message with its data in clear: everything the log holds of it. */
export interface DossierEvent {
  /** When it happened; in files of version 1 when it was recorded. */
  readonly at: Instant;
  readonly recorded_at?: Instant;
  readonly type: string;
  readonly data: object;
}

/** What the person signed; the strokes lie in a box of 1 × 1. */
export interface DossierSignature {
  readonly at: Instant;
  /** The event that it belongs to. */
  readonly type: string;
  readonly signer: string;
  readonly strokes: readonly (readonly (readonly (number | undefined)[])[])[];
  /** A data URL; null where the strokes are all there is. */
  readonly image: string | null;
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
  /** Absent in files of earlier releases. */
  readonly signatures?: readonly DossierSignature[];
}

export interface DossierDeposit {
  readonly number: string;
  readonly store: string;
  readonly created_at: Instant;
  readonly contact: Readonly<Record<string, string | null>>;
  readonly history: readonly DossierEvent[];
  /** Since version 2. */
  readonly messages?: readonly DossierMessage[];
  readonly pieces: readonly DossierPiece[];
}

/** A message to the person, or from them. */
export interface DossierMessage {
  readonly at: Instant;
  readonly kind: ThreadKind;
  readonly state: MessageState;
  readonly channel: MessageChannel | null;
  readonly language: string | null;
  readonly to: string | null;
  /** What the person or the shop wrote; absent in files of earlier releases. */
  readonly text?: string | null;
}

/** The person's record in the register of customers, with what it says they bought. */
export interface DossierRecord {
  readonly contact: Readonly<Record<string, string | null>>;
  readonly orders: readonly {
    readonly order_number: string;
    readonly invoice_no: string;
    readonly purchase_date: string;
    readonly pieces: readonly string[];
  }[];
}

/** That an auditor or another system was shown something of the person. */
export interface DossierReading {
  readonly at: Instant;
  /** The call that showed it. */
  readonly call: string;
}

/** What GDPR Art. 15(1) asks for beside the data; the words for it are the reader's. */
export interface DossierAbout {
  /** From where the data come: what the person said at the counter, the register of customers. */
  readonly sources: readonly ('counter' | 'register')[];
  /** Sites that had the pieces. */
  readonly sites: readonly string[];
  readonly carriers: readonly string[];
  /** Months after the last contact; null where no schedule is on. */
  readonly months: number | null;
}

/** Everything held about a person, as the file that is handed to them has it (product/privacy.md §5). */
export interface Dossier {
  readonly format: 'atelier-person';
  readonly version: 1 | 2;
  readonly made_at: Instant;
  readonly language: ReferenceLanguage;
  readonly deposits: readonly DossierDeposit[];
  /** Since version 2: what stands above the data in words, and the data as lines to be read. */
  readonly readable?: Readable;
  readonly about?: DossierAbout;
  readonly register?: readonly DossierRecord[];
  readonly readings?: readonly DossierReading[];
}

/** One thing that happened, in the reader's language. */
export interface ReadableLine {
  readonly at: Instant;
  readonly kind: 'step' | 'payment' | 'delivery' | 'message' | 'words';
  /** Number of the piece; null for what is about the whole deposit. */
  readonly piece: string | null;
  readonly what: string;
  /** Minor units. */
  readonly amount: Money | null;
  /** What was written or said, or where it went. */
  readonly text: string | null;
}

/** The layer of the file that needs no knowledge of events. */
export interface Readable {
  readonly about: readonly { readonly heading: string; readonly text: string }[];
  readonly deposits: readonly { readonly number: string; readonly lines: readonly ReadableLine[] }[];
}
