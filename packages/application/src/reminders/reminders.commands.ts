import { closingTerms } from '@atelier/domain/repair/handover.ts';
import { reminderAt, reminderTerms } from '@atelier/domain/repair/remarks/reminders.ts';
import type { Caller, CommandOutcome, CommandServices } from '../commands/run-command.ts';
import { listClosable, listToRemind, type DueItem, type DuePage } from './reminders.queries.ts';
import { runItemCommand } from '../commands/item-command.ts';

/** How many pieces are read at a time, and how many of them are decided at once. */
const PAGE = 200;
const AT_ONCE = 10;

export interface DueResult {
  /** Items that were found due. */
  readonly found: number;
  /** Of these, what another worker or a person was faster with, or what a hold keeps: nothing was done. */
  readonly passedOver: number;
}

export interface DueRun {
  /** On whose behalf one item is handled; the key makes repeated calls count once. */
  readonly callerFor: (key: string) => Caller;
  readonly onProgress: (done: number, total: number) => Promise<void>;
}

/** 16 → 21 for everything that was taken long enough ago, however late the task runs (product/reminders.md §3). */
export function closeDue(services: CommandServices, run: DueRun): Promise<DueResult> {
  const terms = closingTerms(services.clock.now().toISOString(), services.policy());
  const pageOf = (page: DuePage) => listClosable(services.db, terms, page);
  return inPages(run, pageOf, ({ id, at }) => {
    const caller = run.callerFor(`close-${id}-${at.getTime()}`);
    return runItemCommand(services, caller, id, () => ({ type: 'CloseItem' }));
  });
}

/** Notes every reminder that is due: one per piece, the newest (product/reminders.md §1). */
export function remindDue(services: CommandServices, run: DueRun): Promise<DueResult> {
  const now = services.clock.now().toISOString();
  const policy = services.policy();
  const terms = reminderTerms(now, policy);
  const pageOf = (page: DuePage) => listToRemind(services.db, terms, page);
  return inPages(run, pageOf, ({ id, at }) => {
    const number = reminderAt(at.toISOString(), now, policy)?.number ?? 0;
    const caller = run.callerFor(`remind-${id}-${at.getTime()}-${terms.everyMs}-${number}`);
    return runItemCommand(services, caller, id, () => ({ type: 'RemindCustomer' }));
  });
}

/** Page by page until nothing more is due; what is refused is passed over, so one item never stops the others. */
async function inPages(
  run: DueRun,
  pageOf: (page: DuePage) => Promise<readonly DueItem[]>,
  handle: (item: DueItem) => Promise<CommandOutcome>,
): Promise<DueResult> {
  let found = 0;
  let passedOver = 0;
  let after: DueItem | undefined;
  for (;;) {
    const items = await pageOf({ after, limit: PAGE });
    for (let from = 0; from < items.length; from += AT_ONCE) {
      const outcomes = await Promise.all(items.slice(from, from + AT_ONCE).map(handle));
      passedOver += outcomes.filter((outcome) => !outcome.ok).length;
      found += outcomes.length;
      await run.onProgress(found, found + items.length - from - outcomes.length);
    }
    after = items.at(-1);
    if (after === undefined || items.length < PAGE) return { found, passedOver };
  }
}

export type DueWork = (services: CommandServices, run: DueRun) => Promise<DueResult>;
