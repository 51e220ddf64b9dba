import { DEFAULT_POLICY, type Policy } from '@atelier/domain/policy.ts';
import type { RulesView } from '@atelier/contracts/system/schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useLiveRefresh } from '../../live/use-live.ts';
import { useFlip } from '../../lib/time/use-now.ts';
import { readQuery } from '../../lib/api/read-query.ts';

/** The configured values that screens need (product/system.md §2). The server decides by its own; these only say it early. */
let held: Policy = DEFAULT_POLICY;
const listeners = new Set<() => void>();

/** What holds as far as this screen knows; the initial values until the server's are read. */
export const currentRules = (): Policy => held;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The rules of a component: drawn again when others take hold. */
export const useRules = (): Policy => useSyncExternalStore(subscribe, currentRules);

/** What a picture is brought to before it is sent. */
export const pictureLimits = () => ({ bytes: held.imageBytes, edge: held.imageEdge });

export function setRules(told: RulesView): void {
  held = rulesOf(told);
  for (const listener of listeners) listener();
}

const rulesOf = (told: RulesView): Policy => ({
  ...DEFAULT_POLICY,
  version: told.version,
  undoMs: told.undo_ms,
  readyToShipOverMs: told.ready_to_ship_over_ms,
  waitingOverMs: told.waiting_over_ms,
  warrantyYears: told.warranty_years,
  extendedWarrantyMonths: told.extended_warranty_months,
  exchangeMonths: told.exchange_months,
  extendedExchangeMonths: told.extended_exchange_months,
  remarkWords: told.remark_words,
  maxItemsPerRma: told.max_items_per_rma,
  clearingLimit: told.clearing_limit,
  factories: told.factories,
  validateOnScan: told.validate_on_scan,
  weighBefore: told.weigh_before,
  demandReturnWeight: told.demand_return_weight,
  weightTolerance: told.weight_tolerance,
  stageTolerances: told.stage_tolerances,
  imageBytes: told.image_bytes,
  imageEdge: told.image_edge,
  demandExchangeSurvey: told.demand_exchange_survey,
  demandGoldChecks: told.demand_gold_checks,
  demandImages: told.demand_images,
});

const OFFERED_REASONS = ['reference', 'reasons'];

const rulesQuery = () => readQuery(['system', 'rules'], '/system/rules', {}, { staleTime: 300_000 });

/**
 * Keeps the rules in step while an account is signed in: read after a change, and again when a planned one
 * takes hold.
 */
export function useKeepRules(): void {
  const client = useQueryClient();
  const { queryKey } = rulesQuery();
  useLiveRefresh(queryKey, ['system']);
  // What forms offer follows too: a reason that was added or switched off while one stands open.
  useLiveRefresh(OFFERED_REASONS, ['system']);
  const { data, refetch } = useQuery(rulesQuery());
  const again = useCallback(() => void refetch(), [refetch]);
  useFlip(data?.data.next_change_at, again);
  useEffect(() => {
    if (data === undefined) return;
    const isNews = data.data.version !== held.version && held !== DEFAULT_POLICY;
    setRules(data.data);
    // What is due when, and how long something can be undone, came from the rules before.
    if (isNews) void client.invalidateQueries({ predicate: ({ queryKey: key }) => key[0] !== 'system' });
  }, [data, client]);
}
