import { parseScannedCode } from '@atelier/domain/repair/item/item-number.ts';
import { capitalCode, codeKey } from '@atelier/domain/contract/codes.ts';
import type { ReplaySubjectKind } from '@atelier/domain/audit/replay-subject.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';

interface FoundSubject {
  readonly kind: ReplaySubjectKind;
  readonly id: number;
  readonly name: string;
}

const MOST = 10;

/** Records that a number names: a piece's, an RMA's, a tracking or a work number, an account's name, a site's. Inside `inScope`. */
export async function findSubjects(trx: Kysely<Database>, words: string): Promise<FoundSubject[]> {
  const number = parseScannedCode(words)?.number ?? capitalCode(words);
  const found: FoundSubject[] = [];
  const note = (kind: ReplaySubjectKind, rows: readonly { id: number; name: string }[]): void => {
    found.push(...rows.map(({ id, name }) => ({ kind, id, name })));
  };
  note(
    'item',
    await trx
      .selectFrom('item_row')
      .select(['id', 'number as name'])
      .where('number', '=', number)
      .limit(MOST)
      .execute(),
  );
  note(
    'rma',
    await trx
      .selectFrom('rma_row')
      .select(['id', 'number as name'])
      .where('number', '=', number)
      .limit(MOST)
      .execute(),
  );
  note(
    'shipment',
    await trx
      .selectFrom('shipment_row')
      .select(['id', 'tracking_number as name'])
      .where('tracking_key', '=', codeKey(words))
      .limit(MOST)
      .execute(),
  );
  note(
    'worker',
    await trx
      .selectFrom('worker_row')
      .select(['id', 'work_id as name'])
      .where('work_id', '=', capitalCode(words))
      .limit(MOST)
      .execute(),
  );
  const like = `${words.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  note(
    'user',
    await trx
      .selectFrom('users')
      .select(['id', 'name'])
      .where((where) => where(where.fn('lower', ['name']), 'like', like))
      .limit(MOST)
      .execute(),
  );
  note(
    'site',
    await trx
      .selectFrom('sites')
      .select(['id', 'name'])
      .where((where) => where(where.fn('lower', ['name']), 'like', like))
      .limit(MOST)
      .execute(),
  );
  return found;
}
