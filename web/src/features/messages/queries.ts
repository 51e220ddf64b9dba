import { readQuery } from '../../lib/api/read-query.ts';

/** Senders and templates of messages to customers. */
export const wordingQuery = () => readQuery(['system', 'messages'], '/system/messages');
