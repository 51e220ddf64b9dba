import type { CredentialKind } from '@atelier/domain/recorded.ts';

/** Where a kind of credential is kept, as SQL over its table, which is called `t`. */
export interface CredentialPlace {
  readonly table: string;
  /** The account or worker it belongs to. */
  readonly owner: string;
  /** What is compared: not what every sign-in changes. */
  readonly columns: readonly string[];
  readonly only: string;
}

export const CREDENTIALS: Readonly<Record<CredentialKind, CredentialPlace>> = {
  password: {
    table: 'user_credentials',
    owner: 'user_id',
    columns: ['t.password_hash', 't.must_change'],
    only: 'true',
  },
  second_factor: {
    table: 'second_factors',
    owner: 'user_id',
    columns: ["encode(t.secret, 'hex')", 't.confirmed_at is not null', 'to_jsonb(t.recovery)'],
    only: 'true',
  },
  badge: {
    table: 'worker_badges',
    owner: 'worker_id',
    columns: ['t.barcode_digest', 't.pin_hash'],
    only: 'true',
  },
  identity: {
    table: 'user_identities',
    owner: 'user_id',
    columns: ['t.issuer', 't.subject'],
    only: 'true',
  },
  key: {
    table: 'sessions',
    owner: 'user_id',
    columns: ["encode(t.token_hash, 'hex')", 'extract(epoch from t.ends_at)::bigint'],
    only: "t.kind = 'key'",
  },
};
