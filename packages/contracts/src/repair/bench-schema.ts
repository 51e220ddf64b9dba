import {
  EXPLANATIONS,
  MEASUREMENT_LIMITS,
  PART_CODE,
  PART_KINDS,
  PART_LIMITS,
} from '@atelier/domain/repair/contract.ts';
import { DEPOSIT_LIMITS } from '@atelier/domain/deposit/contract.ts';
import { z } from 'zod';
import { text, wireId } from '../contract/schema.ts';
import { conditionMark } from '../deposit/deposit-schema.ts';
import { measurementsBody } from './schema.ts';

/** `POST /rma/measure`: what a bench measured of the piece before it, without a move (product/repair.md §9.2). */
export const measureBody = z
  .strictObject({
    rma_item_id: wireId,
    ...measurementsBody.shape,
    /** The weight before was wrong: this one takes its place. */
    replaces: z.boolean().optional(),
  })
  .refine(({ weight, stone_count, photo }) => (weight ?? stone_count ?? photo) !== undefined, {
    path: ['weight'],
    message: 'give a weight, a number of stones or a picture',
  });

/** `POST /rma/marks`: all marks on the pictures of a piece, in the order of their numbers (product/images.md §5). */
export const marksBody = z.strictObject({
  rma_item_id: wireId,
  marks: z.array(conditionMark).max(DEPOSIT_LIMITS.marks),
});

/** `POST /rma/weight/explain`: why the weights of an interval differ (product/insight.md §6). */
export const explainBody = z.strictObject({
  rma_item_id: wireId,
  weighing: z.number().int().min(1).max(10_000),
  explanation: z.enum(EXPLANATIONS),
  note: text(MEASUREMENT_LIMITS.note).optional(),
});

/** Counted or weighed, in pieces or grams; both where what was counted was weighed too. */
export const partLineBody = z
  .strictObject({
    kind: z.enum(PART_KINDS),
    code: z.string().trim().min(1).max(PART_LIMITS.code).regex(PART_CODE),
    pieces: z.number().int().min(1).max(PART_LIMITS.pieces).optional(),
    weight: z.number().positive().max(PART_LIMITS.grams).optional(),
  })
  .refine(({ pieces, weight }) => pieces !== undefined || weight !== undefined, {
    path: ['pieces'],
    message: 'give pieces or weight',
  });
export type PartLineBody = z.infer<typeof partLineBody>;

/** `POST /rma/parts`: stones, parts and metal used; `corrects` names the record that these lines replace, none withdraw it. */
export const partsBody = z
  .strictObject({
    rma_item_id: wireId,
    lines: z.array(partLineBody).max(PART_LIMITS.lines),
    corrects: wireId.optional(),
  })
  .refine(({ lines, corrects }) => lines.length > 0 || corrects !== undefined, {
    path: ['lines'],
    message: 'give at least one line',
  });
