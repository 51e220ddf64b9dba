import { z } from 'zod';
import { envelope } from '../contract/schema.ts';

/** `GET /pickup/booked?day=`: of the shop's calendar; today without one. */
export const bookedPickupsQuery = z.strictObject({
  day: z.iso.date().optional(),
  min_position: z.coerce.number().int().min(0).optional(),
});

/** One client's visit (product/repair.md §20): no name, phone or address. */
export const bookedPickup = z.object({
  rma_id: z.number().int(),
  /** `HH:MM` on the shop's clock. */
  from: z.string(),
  to: z.string(),
  initials: z.string(),
  /** To be paid, minor units, an amount for each currency; empty where nothing is. */
  open: z.array(z.object({ amount: z.number().int(), currency: z.string() })),
  items: z.array(
    z.object({
      id: z.number().int(),
      number: z.string(),
      storage: z.object({ safe: z.string(), tray: z.string() }).nullable(),
    }),
  ),
});
export type BookedPickup = z.infer<typeof bookedPickup>;

export const bookedPickupsResponse = envelope(
  z.object({ day: z.string(), time_zone: z.string(), pickups: z.array(bookedPickup) }),
);
