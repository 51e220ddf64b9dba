import { adminChangesProjection } from '../audit/admin-changes.projection.ts';
import { custodyProjection } from '../custody/custody.projection.ts';
import { dashboardProjection } from '../dashboard/dashboard.projection.ts';
import { itemSpansProjection } from '../dashboard/item-spans.projection.ts';
import { stageStaysProjection } from '../insight/stage-stays.projection.ts';
import { pieceFactsProjection } from '../insight/piece-facts.projection.ts';
import { ruleDecisionsProjection } from '../insight/rule-decisions.projection.ts';
import { weightIntervalsProjection } from '../insight/weight-intervals.projection.ts';
import { itemImagesProjection } from '../images/item-images.projection.ts';
import { customerProgressProjection } from '../customer-site/customer-progress.projection.ts';
import { searchProjection } from '../repair-list/search.projection.ts';
import type { Projection } from '../projections/projection.ts';

/** Every asynchronous projection. A new one adds its line here and its tables in a migration. */
export const PROJECTIONS: readonly Projection[] = [
  dashboardProjection,
  itemSpansProjection,
  pieceFactsProjection,
  stageStaysProjection,
  weightIntervalsProjection,
  ruleDecisionsProjection,
  customerProgressProjection,
  searchProjection,
  itemImagesProjection,
  custodyProjection,
  adminChangesProjection,
];
