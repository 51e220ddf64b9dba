import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FACTORY_WORKER_ROLE } from '@atelier/domain/shared/factory-worker-role.ts';
import { PERMISSIONS } from '@atelier/domain/shared/permissions.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { FOLLOW_UP_RESULTS, QUALITY_CAUSES } from '@atelier/domain/shared/item-facts.ts';
import { moveKindOf } from '@atelier/domain/repair/item/moves.ts';
import { isStatusId, STATUSES } from '@atelier/domain/shared/status.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@atelier/domain/kernel.ts';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '@atelier/host/files.ts';

const page = (name: string): string => readFileSync(join(projectRoot, 'docs/product', name), 'utf8');
const section = (text: string, number: number): string =>
  text.split(/^## /m).find((part) => part.startsWith(`${number}. `)) ?? '';
const plain = (text: string): string => text.replace(/\s+/g, ' ');
const table = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => /^\| +(\d|–)/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

describe('the pages of docs/product say what the code does', () => {
  test('the statuses: rank, id, name, step and permission', () => {
    const said = table(section(page('repair.md'), 1)).map(([rank, id, name, step, , permission]) => ({
      rank: Number(rank) || 0,
      id: Number(id),
      name,
      step: Number(step) || null,
      permission: PERMISSIONS.find((each) => each === permission) ?? null,
    }));
    expect(said).toEqual(
      STATUSES.map(({ rank, id, name, step, permission }) => ({ rank, id, name, step, permission })),
    );
  });

  test('the moves: every status against every target', () => {
    const said = new Map(table(section(page('repair.md'), 2)).map(([to, ...cells]) => [Number(to), cells]));
    for (const { id: to } of STATUSES) {
      for (const { id: from } of STATUSES) {
        const kind = moveKindOf(from, to);
        expect({ from, to, offered: offers(said.get(to) ?? [], from) }).toEqual({
          from,
          to,
          offered: kind !== null,
        });
      }
    }
  });

  test('every permission by name, and the role of stations', () => {
    const text = plain(section(page('identity.md'), 5));
    expect(PERMISSIONS.filter((name) => !text.includes(name))).toEqual([]);
    expect(page('workforce.md')).toContain(FACTORY_WORKER_ROLE);
  });

  test('the causes of the quality investigation and the results of a follow-up', () => {
    const causes = plain(section(page('repair.md'), 10));
    const results = plain(section(page('repair.md'), 16));
    expect(QUALITY_CAUSES.filter((cause) => !causes.includes(cause))).toEqual([]);
    expect(FOLLOW_UP_RESULTS.filter((result) => !results.includes(result))).toEqual([]);
  });

  test.each([
    ['repair.md', 5, 'Within ten minutes', DEFAULT_POLICY.undoMs, 10 * MINUTE_MS],
    ['reminders.md', 3, 'fourteen days after', DEFAULT_POLICY.closeAfterMs, 14 * DAY_MS],
    ['reminders.md', 1, '7, 14, 21', DEFAULT_POLICY.reminderEveryMs, 7 * DAY_MS],
    ['reminders.md', 2, 'Three reminders', DEFAULT_POLICY.remindersBeforeEscalation, 3],
    ['dashboard.md', 1, 'over 72 h', DEFAULT_POLICY.readyToShipOverMs, 72 * HOUR_MS],
    ['dashboard.md', 1, 'over a week', DEFAULT_POLICY.waitingOverMs, 7 * DAY_MS],
    ['deposit.md', 3, 'two calendar years', DEFAULT_POLICY.warrantyYears, 2],
    ['deposit.md', 3, 'adds twelve months', DEFAULT_POLICY.extendedWarrantyMonths, 12],
    ['deposit.md', 4, 'Under six months', DEFAULT_POLICY.exchangeMonths, 6],
    ['deposit.md', 4, 'under twelve months', DEFAULT_POLICY.extendedExchangeMonths, 12],
    ['deposit.md', 2, 'at most 120 words', DEFAULT_POLICY.remarkWords, 120],
    ['rma.md', 1, 'at most 50', DEFAULT_POLICY.maxItemsPerRma, 50],
    ['repair.md', 10, 'more than two repairs', DEFAULT_POLICY.savRepairThreshold, 2],
    ['repair.md', 10, 'in 180 days', DEFAULT_POLICY.savRepairDays, 180],
    ['repair.md', 13, 'One further request', DEFAULT_POLICY.maxWaiverRequests, 2],
    ['clearing.md', 1, 'limit is 100', DEFAULT_POLICY.clearingLimit, 100],
    ['identity.md', 2, 'Five failures', DEFAULT_POLICY.loginFailures, 5],
    ['identity.md', 2, '60 s', DEFAULT_POLICY.loginLockMs, 60_000],
    ['identity.md', 1, 'two minutes', DEFAULT_POLICY.captchaLifeMs, 2 * MINUTE_MS],
    ['identity.md', 1, 'ten seconds', DEFAULT_POLICY.captchaRefreshMs, 10_000],
    ['images.md', 1, '0.5 MB', DEFAULT_POLICY.imageBytes, 512 * 1024],
    ['images.md', 1, '1920 px', DEFAULT_POLICY.imageEdge, 1920],
  ])('%s §%i: %s', (name, number, words, value, expected) => {
    expect(plain(section(page(name), number))).toContain(words);
    expect(value).toBe(expected);
  });

  test('every address of the staff’s screens is in screens.md', () => {
    const routes = readFileSync(join(projectRoot, 'web/src/app/routes.ts'), 'utf8');
    const paths = [...routes.matchAll(/path: '([^']+)'/g)].map(([, path = '']) =>
      path
        .replace('/:divisionId', '/{divisionId}')
        .replace('/:divisionName', path.includes(':divisionId') ? '/{divisionName}/' : '/…'),
    );
    const said = section(page('screens.md'), 1);
    expect(paths.length).toBeGreaterThan(30);
    expect(paths.filter((path) => !said.includes(`\`${path}\``))).toEqual([]);
  });

  test('every call that calls.md names is a route', () => {
    const routes = ['contract-matrix', 'public-calls']
      .map((name) =>
        readFileSync(join(projectRoot, 'services/api/src/testing', `testing-${name}.ts`), 'utf8'),
      )
      .join('');
    const named = [...section(page('calls.md'), 9).matchAll(/`(\/[\w/{}-]+)`/g)].map(([, path = '']) => path);
    const unknown = named.filter((path) => !routes.includes(` ${path.replace(/\{(\w+)\}/, ':$1')}'`));
    expect(named.length).toBeGreaterThan(60);
    expect(unknown.filter((path) => path !== '/api/openapi.json')).toEqual([]);
  });
});

/** Whether the cells of a row of the moves' table name a status: single ids, and ranges of ids. */
function offers(cells: readonly string[], from: number): boolean {
  const text = cells.join(', ').replace(/\b(to|and) the client\b/g, '');
  const named = [...text.matchAll(/\b(\d+)(?:–(\d+))?/g)];
  return isStatusId(from) && named.some(([, low, high = low]) => from >= Number(low) && from <= Number(high));
}
