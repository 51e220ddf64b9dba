import { z } from 'zod';
import { envelope, requiredText, wireId } from '../contract/schema.ts';
import { createItemBody, createRmaBody } from './deposit-schema.ts';
import { DEPOSIT_LENGTH, MOST_ITEMS } from '@atelier/domain/deposit/contract.ts';
import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';

/**
 * `PUT /rma/{id}`: the head of the form as a whole, and the pieces that are said again, each as a whole. Pieces that are
 * left out stay as they are.
 */
export const editRmaBody = createRmaBody.omit({ customer_id: true, signature: true }).extend({
  items: z
    .array(createItemBody.omit({ loan: true }).extend({ id: wireId }))
    .max(MOST_ITEMS)
    .default([]),
});
export type EditRmaBody = z.infer<typeof editRmaBody>;

export const editRmaResponse = envelope(z.object({ id: z.number().int(), version: z.number().int() }));

/** What a stale editor gets with the 409: who changed what meanwhile, oldest first. */
export const editConflict = z.object({
  version: z.number().int(),
  changes: z.array(z.object({ by: z.string(), at: z.string(), fields: z.array(z.string()) })),
});
export type EditConflict = z.infer<typeof editConflict>;

/** `POST /fake/product`: a suspected counterfeit, with an uploaded picture and what is wrong with it. */
export const fakeProductBody = z.strictObject({
  rma_item_id: wireId,
  image: requiredText(TEXT_LENGTH.imageId),
  remark: requiredText(DEPOSIT_LENGTH.fakeRemark),
});
