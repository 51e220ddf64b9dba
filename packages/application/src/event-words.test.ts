import audit from '@atelier/contracts/locales/en/audit.json' with { type: 'json' };
import changes from '@atelier/contracts/locales/en/changes.json' with { type: 'json' };
import history from '@atelier/contracts/locales/en/history.json' with { type: 'json' };
import privacy from '@atelier/contracts/locales/en/privacy.json' with { type: 'json' };
import { expect, it } from 'vitest';
import { EVENT_REGISTRY } from './event-registry.ts';

it('every type of event has separate words in the feed of the audit', () => {
  const worded = new Set([audit, changes, history, privacy].flatMap(({ event }) => Object.keys(event)));
  // A move is called after the stage it leads to.
  worded.add('ItemStatusChanged');
  expect(Object.keys(EVENT_REGISTRY.types).filter((type) => !worded.has(type))).toEqual([]);
});
