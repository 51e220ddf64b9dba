import { useLiveQuery } from '../../../shared/queries/live-query.ts';
import { readQuery } from '../../../lib/api/read-query.ts';
import type { HealthLine, HealthView } from '@atelier/contracts/system/health/schema.ts';

export type { HealthLine, HealthView };

/** A net beneath the live connection. */
const AGAIN_MS = 20_000;
/** Jobs change often; the server counts thirty days once in so long. */
const LIVE_MS = 5_000;

const healthQuery = () =>
  readQuery(['system', 'health'], '/system/health', {}, { refetchInterval: AGAIN_MS });

/** The health of the system, read again when jobs or settings change. */
export const useHealth = () => useLiveQuery(healthQuery(), ['jobs', 'system'], LIVE_MS);
