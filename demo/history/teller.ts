import type { ItemId } from '@atelier/domain/kernel.ts';
import type { Facts } from './facts.ts';
import type { Pictures } from './pictures.ts';
import type { Repairs } from './repairs.ts';
import type { Staff } from './staff.ts';
import type { Story } from './story.ts';

/** What telling a plan needs: the world it happens in, who is there, and what things look like. */
export interface Teller {
  readonly story: Story;
  readonly staff: Staff;
  readonly facts: Facts;
  readonly pictures: Pictures;
  readonly repairs: Repairs;
}

/** A turn for choosing among people and devices: always the same for the same item. */
export const turnOf = (id: ItemId, status = 0): number => Math.imul(id + 31 * status, 0x9e3779b1) >>> 8;
