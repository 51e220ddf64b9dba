import { z } from 'zod';
import { envelope, wireId } from '../contract/schema.ts';

export const shopWallQuery = z.strictObject({
  /** For administrators, who stand nowhere. */
  site_id: wireId.optional(),
  min_position: z.coerce.number().int().min(0).optional(),
});

/** A piece as a wall shows it; nothing here names its client. */
const wallPiece = z.object({
  id: z.number().int(),
  number: z.string(),
  kind: z.string(),
  image: z.string(),
});
const moments = { status_entered_at: z.string(), due_at: z.string().nullable() };

const wallPickup = wallPiece.extend({
  initials: z.string(),
  /** The agreed time, `HH:MM` in the shop's time; null where only the day was agreed. */
  from: z.string().nullable(),
  /** What is left to pay, minor units. */
  fee_open: z.number().int(),
  currency: z.string(),
  fee: z.enum(['open', 'paid', 'free', 'missing']),
  storage: z.object({ safe: z.string(), tray: z.string() }).nullable(),
});
const wallPacking = wallPiece.extend({ name: z.string(), ...moments });
const wallCall = wallPiece.extend({
  initials: z.string(),
  /** As deposited. */
  language: z.string(),
  ...moments,
});
const wallPackage = z.object({
  id: z.number().int(),
  tracking_number: z.string(),
  from: z.string(),
  pieces: z.number().int(),
  sent_at: z.string(),
});

const column = <Row extends z.ZodType>(row: Row) => z.object({ total: z.number().int(), rows: z.array(row) });

/** `GET /wall/shop`: what a shop's wall shows (product/dashboard.md §5); of each column the first forty. */
export const shopWall = z.object({
  site: z.object({ id: z.number().int(), name: z.string(), time_zone: z.string() }),
  /** The shop's calendar day. */
  today: z.string(),
  /** The earliest first, those without a time last. */
  pickups: column(wallPickup),
  /** Ready to ship, the longest waiting first. */
  pack: column(wallPacking),
  /** Clients due a call, the longest waiting first. */
  calls: column(wallCall),
  /** Packages on their way to the shop, the longest travelling first. */
  arriving: column(wallPackage),
});
export type ShopWall = z.infer<typeof shopWall>;
export type WallPickup = z.infer<typeof wallPickup>;
export type WallPacking = z.infer<typeof wallPacking>;
export type WallCall = z.infer<typeof wallCall>;
export const shopWallResponse = envelope(shopWall);
