import { Outages } from '@atelier/application/platform/outages.ts';
import { KNOWN_JOBS } from '@atelier/domain/system/jobs/contract.ts';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { loadConfig } from './config.ts';
import { jobSlices } from './slices.ts';

it('every queue of the workers is known to the jobs screen', () => {
  const log = pino({ enabled: false });
  const config = loadConfig({
    DATABASE_URL: 'postgresql://a:b@localhost/c',
    MASTER_KEY_FILE: '/keys/master',
  });
  const queues = jobSlices(config, log, new Outages(log)).map(({ queue }) => queue);
  expect(queues.toSorted()).toEqual(Object.keys(KNOWN_JOBS).toSorted());
});
