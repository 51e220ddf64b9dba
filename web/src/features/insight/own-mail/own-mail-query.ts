import type { DataOf } from '../../../lib/api/calls.ts';
import { readQuery } from '../../../lib/api/read-query.ts';

export type OwnMail = DataOf<'GET', '/insight/mail'>;
export const OWN_MAIL = ['insight', 'mail'] as const;
export const ownMailQuery = () => readQuery(OWN_MAIL, '/insight/mail', {});
