import type { PhoneSignatureKind } from '@atelier/domain/customer-site/phone-signature.ts';

/** Rows of migrations/0097_sign_sessions.sql. */
export interface SignSessionTable {
  id: string;
  token_hash: Buffer;
  account_id: number;
  site_id: number | null;
  kind: PhoneSignatureKind;
  asked: Buffer;
  given: Buffer | null;
  expires_at: Date;
}

declare module '../platform/database.ts' {
  interface Database {
    sign_sessions: SignSessionTable;
  }
}
