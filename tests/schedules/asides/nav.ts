import { sentFromFactory } from '@atelier/application/nav/testing-nav.ts';
import { createNavGate } from '@atelier/workers/nav/nav-gate.ts';
import { NAV_TIMES } from '@atelier/workers/nav/nav-settings.ts';
import { workOnDocument } from '@atelier/workers/nav/send-document.ts';
import type { PrepareSending } from './senders.ts';
import { servicesByWorker, settle } from './worker-services.ts';

const settings = { ...NAV_TIMES, url: '', company: '', token: '', user: undefined };

/** A package that NAV has to know. NAV takes every document at once, and shows those that it has. */
export const nav: PrepareSending = async (stage) => {
  const { store } = stage.installation.api.world;
  const [number = 0] = await store.nextIds(1);
  const at = stage.time.now().toISOString();
  const id = await sentFromFactory(store, `SCHEDULE-${number}`, { at });
  await settle(stage);
  const servicesOf = servicesByWorker(stage);
  const found: { navId: string; navNumber: string }[] = [];
  return {
    what: 'a document for NAV',
    work: async (worker, leaves) => {
      const services = await servicesOf(worker);
      const client = {
        ask: async () => {
          await stage.scheduler.pause('NAV is asked');
          const answer = [...found];
          await stage.scheduler.pause('NAV is asked ←');
          return answer;
        },
        create: async () => {
          leaves();
          const made = { navId: `id-${number}-${found.length}`, navNumber: `no-${number}` };
          found.push(made);
          return { kind: 'sent', ...made } as const;
        },
      };
      await workOnDocument(services, { settings, gate: createNavGate(settings, stage.time.now), client }, id);
    },
    isSent: async () =>
      (await stage.look("select 1 from nav_document_row where id = $1 and state = 'sent'", [id])).length > 0,
  };
};
