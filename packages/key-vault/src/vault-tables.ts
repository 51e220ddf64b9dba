/** How a database types columns. */
export interface ColumnTypes {
  readonly bytes: string;
  /** Compared by bytes. */
  readonly text: string;
  readonly number: string;
  /** After the columns of the trees. */
  readonly suffix: string;
}

/**
 * The tables of a vault.
 *
 * A tree's rows are the subtrees whose secret is left, by the digits of their place: none lies below another (`key-tree.ts`). Revision
 * 0 bears the vault's own number as its token; every write adds one (`vault-revision.ts`).
 */
export const vaultTables = ({ bytes, text, number, suffix }: ColumnTypes): readonly string[] => [
  `create table if not exists vault_person_nodes (place ${text} primary key, secret ${bytes} not null)${suffix}`,
  `create table if not exists vault_file_nodes (place ${text} primary key, secret ${bytes} not null)${suffix}`,
  `create table if not exists vault_revisions (number ${number} primary key, token ${text} not null)`,
  `create table if not exists vault_erasures
     (number ${number} primary key, subject ${text} not null unique, reason ${text} not null, erased_at ${text} not null)`,
  `create table if not exists vault_epochs
     (epoch ${number} primary key, secret ${bytes} not null, erasures ${number} not null, is_whole ${number} not null)`,
  `create table if not exists vault_numbers (kind ${text} primary key, next ${number} not null)`,
];

/** Their columns, the primary key first. */
export const VAULT_COLUMNS = {
  vault_person_nodes: ['place', 'secret'],
  vault_file_nodes: ['place', 'secret'],
  vault_revisions: ['number', 'token'],
  vault_erasures: ['number', 'subject', 'reason', 'erased_at'],
  vault_epochs: ['epoch', 'secret', 'erasures', 'is_whole'],
  vault_numbers: ['kind', 'next'],
} as const;
