import { FINAL_STATUSES, Status } from '@atelier/domain/shared/status.ts';
import type { Caller, CommandServices } from '../commands/run-command.ts';
import { inScope } from '../platform/database.ts';
import { expectPiece } from './expect-piece.commands.ts';
import { modelInForce } from './ready-model.queries.ts';

const PAGE = 200;

export interface DueDates {
  readonly callerFor: (key: string) => Caller;
  readonly onProgress: (done: number, total: number) => Promise<void>;
}

/** Open pieces whose date passed get another; those without one get their first, from the model in force. Answers how many did. */
export async function expectDue(services: CommandServices, run: DueDates): Promise<number> {
  const model = await modelInForce(services.db);
  if (model === null) return 0;
  let told = 0;
  const today = services.clock.now().toISOString().slice(0, 10);
  for (let after = 0; ;) {
    const page = await duePage(services, today, after);
    for (const { id, expected_latest: latest } of page) {
      const isFirst = latest === null;
      const because = isFirst
        ? ({ kind: 'event', position: model.position, type: 'ReadyModelFitted' } as const)
        : ({ kind: 'time' } as const);
      const caller = run.callerFor(`expect-${id}-${isFirst ? `m${model.number}` : today}`);
      if (await expectPiece(services, caller, id, because)) told += 1;
    }
    await run.onProgress(told, told);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return told;
    after = last.id;
  }
}

const UNDATED = [...FINAL_STATUSES, Status.ShopReceived];

function duePage({ db }: CommandServices, today: string, after: number) {
  return inScope(db, { kind: 'all' }, (trx) =>
    trx
      .selectFrom('item_row')
      .select(['id', 'expected_latest'])
      .where('id', '>', after)
      .where('status', 'not in', UNDATED)
      .where((eb) => eb.or([eb('expected_latest', 'is', null), eb('expected_latest', '<', today)]))
      .orderBy('id')
      .limit(PAGE)
      .execute(),
  );
}
