import {
  messageDependency,
  navDependency,
  webhookDependency,
} from '@atelier/application/shared/dependencies.ts';
import type { Outages } from '@atelier/application/platform/outages.ts';
import type { Logger } from 'pino';
import { capacitySlice } from './insight/capacity.job.ts';
import { insightSlice } from './insight/insight.job.ts';
import { weeklySending } from './insight/weekly.job.ts';
import { promiseSlice } from './promise/promise.job.ts';
import { remindersSlice } from './reminders/reminders.job.ts';
import { verificationSlice } from './audit/verification.job.ts';
import { makeFeeLinkUnlessOpen } from '@atelier/application/repair/fee-link.commands.ts';
import { clearingSlice } from './clearing/clearing.job.ts';
import type { WorkersConfig } from './config.ts';
import { consistencySlice } from './system/consistency/consistency.job.ts';
import { exportSlice } from './exports/export.job.ts';
import type { JobSlice } from './jobs/job-slice.ts';
import { maintenanceSlice } from './system/maintenance/release.job.ts';
import { messagesSlice } from './messages/messages.job.ts';
import { readNavSettings } from './nav/nav-settings.ts';
import { navSlice } from './nav/nav.job.ts';
import { privacySlice } from './privacy/privacy.job.ts';
import { webhookSettings } from './webhooks/webhook-settings.ts';
import { webhookSlice } from './webhooks/webhooks.job.ts';
import { readFeedSettings } from './reference/feed-settings.ts';
import { productImportSlice } from './reference/product-import.job.ts';

/** Every slice with jobs. A new slice adds its import and its line here. */
export const jobSlices = (config: WorkersConfig, log: Logger, outages: Outages): readonly JobSlice[] => [
  clearingSlice(config.clearingSchedule),
  remindersSlice(),
  promiseSlice(),
  capacitySlice(),
  insightSlice(weeklySending(config.messages, (name) => outages.use(messageDependency(name)), log)),
  exportSlice,
  navSlice(
    config.nav === undefined ? undefined : readNavSettings(config.nav),
    config.nav && outages.use(navDependency(config.nav.url)),
  ),
  messagesSlice(config.messages, makeFeeLinkUnlessOpen, (name) => outages.use(messageDependency(name))),
  privacySlice,
  maintenanceSlice(config.databaseUrl),
  consistencySlice({ databaseUrl: config.databaseUrl, streams: config.consistencyStreams, log }),
  verificationSlice({
    databaseUrl: config.databaseUrl,
    sealing: config.sealing,
    witnessKeys: config.witnessKeys,
    log,
  }),
  webhookSlice({
    settings: webhookSettings(config.webhooksToLoopback),
    log,
    outage: (name) => outages.use(webhookDependency(name)),
  }),
  productImportSlice(config.productFeed === undefined ? undefined : readFeedSettings(config.productFeed)),
];
