import { labelBody, type LabelBody } from '@atelier/contracts/documents/schema.ts';
import type { Paper } from '@atelier/domain/documents/paper.ts';
import { isItemLabelSize, isPackageLabelSize } from '@atelier/domain/documents/sizes.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { findItemLabels } from '@atelier/application/documents/label.queries.ts';
import { findPackagePaper } from '@atelier/application/documents/package-paper.queries.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { badField, notFound } from '../http/errors.ts';
import { defineRawRoute } from '../http/route.ts';
import { ITEM_VIEWERS } from '../http/viewers.ts';
import type { Printer } from './printer.ts';
import { languageOf, sendPaper } from './send-paper.ts';

/** `POST /rma/label` (product/documents.md §1): the labels of items, or of the package they travel in. */
export function labelRoute(app: FastifyInstance, deps: ApiDeps, printer: Printer): void {
  defineRawRoute(app, {
    method: 'POST',
    url: '/rma/label',
    shows: 'persons',
    permission: ITEM_VIEWERS,
    scope: 'site',
    summary: 'Labels with QR and Code 128, as PDF; never a phone number or an address',
    body: labelBody,
    produces: 'application/pdf',
    handler: async ({ body, scope, request, reply }) => {
      const language = languageOf(body.language, request);
      const paper = await paperOf(deps, body, scope);
      return sendPaper(printer, reply, { paper, language, format: body.format, page: body.page });
    },
  });
}

/** All copies together: a thousand labels are a roll. */
const MOST_LABELS = 1000;

async function paperOf(deps: ApiDeps, body: LabelBody, scope: DataScope): Promise<Paper> {
  const { rma_tracking: trackingNumber, copies } = body;
  if (trackingNumber !== undefined) return packageLabel(deps, trackingNumber, body, scope);
  const { size = '62x29' } = body;
  if (!isItemLabelSize(size))
    throw badField('size', 'wrong_size', 'This size is for the label of a package.');
  const choice = { rmaIds: body.rma_id ?? [], itemIds: body.rma_item_ids ?? [] };
  const labels = await inScope(deps.db, scope, (trx) => findItemLabels(trx, choice));
  if (labels === undefined) throw notFound();
  if (labels.length * copies > MOST_LABELS)
    throw badField('copies', 'too_many_labels', `At most ${MOST_LABELS} labels at a time.`);
  return { kind: 'item-labels', size, labels, copies, start: body.start };
}

async function packageLabel(
  deps: ApiDeps,
  trackingNumber: string,
  { size = '100x150', copies, language = 'en' }: LabelBody,
  scope: DataScope,
): Promise<Paper> {
  if (!isPackageLabelSize(size))
    throw badField('size', 'wrong_size', 'This size is for the label of an item.');
  const found = await inScope(deps.db, scope, (trx) =>
    findPackagePaper(trx, deps.store, trackingNumber, language),
  );
  if (found === undefined) throw notFound();
  return { kind: 'package-label', size, head: found.head, copies };
}
