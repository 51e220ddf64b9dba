import { expect, it } from 'vitest';
import { restoreReport, type RestoreFacts } from './restore-report.ts';

// Only what the lines about rights read has to be there.
const facts = (at: Date | undefined): RestoreFacts =>
  ({
    choice: { manifest: { name: 'b' }, at },
    restored: { position: 1, epoch: 'e' },
    checked: { log: { events: 1, streams: 1, sealed: 0 }, rebuilt: [], left: [], differences: 0 },
    putAside: undefined,
  }) as unknown as RestoreFacts;

it.each([
  [new Date('2026-11-23T10:15:00Z'), '2026-11-23T10:15:00.000Z'],
  [undefined, 'the newest archived moment'],
])('says that rights and settings are those of the moment: %s', (at, moment) => {
  const report = restoreReport(facts(at)).join('\n');
  expect(report).toContain(`accounts, roles, keys and sign-ins are those of ${moment}: revoke again`);
  expect(report).toMatch(/settings +those of that moment too/);
});
