import { DAY_MS, toMs, type ItemId } from '@atelier/domain/kernel.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import type { Story } from './story.ts';
import { Status } from '@atelier/domain/shared/status.ts';

export interface PieceHistory {
  readonly everRepaired: boolean;
  /** Deposits of this very piece in the policy's window before now. */
  readonly recent: number;
}

/** What the history knows of a piece by its serial number; cancelled deposits do not count (product/repair.md §10). */
export class Repairs {
  readonly #bySerial = new Map<string, ItemId[]>();

  note(serial: string, id: ItemId): void {
    this.#bySerial.set(serial, [...(this.#bySerial.get(serial) ?? []), id]);
  }

  of(serial: string, story: Story): PieceHistory {
    const since = toMs(story.now) - DEFAULT_POLICY.savRepairDays * DAY_MS;
    const items = (this.#bySerial.get(serial) ?? [])
      .map((id) => story.item(id))
      .filter((item) => item.status !== Status.Cancelled);
    const recent = items.filter((item) => toMs(item.createdAt) >= since).length;
    return { everRepaired: items.length > 0, recent };
  }
}
