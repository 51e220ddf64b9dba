import type { MessageRow } from '@atelier/domain/messages/message.ts';
import type { StoredRow } from '../projections/stored-row.ts';

/** A row of migrations/0045_messages.sql and 0098_message_threads.sql: what `toMessageRow` makes of the stream `message-<id>`. */
export type MessageTable = StoredRow<MessageRow, 'planned_at' | 'changed_at' | 'due_at' | 'seen_at'>;

declare module '../platform/database.ts' {
  interface Database {
    message_row: MessageTable;
  }
}
