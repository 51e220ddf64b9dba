import type { Money } from '@atelier/domain/kernel.ts';
import type { HistoryEntry } from '@atelier/contracts/repair-detail/schema.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { deviceName } from '../../shared/history/device-name.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import type { HistoryResponse } from '../../shared/queries/item.ts';
import { useEventWords } from '../../shared/history/use-event-words.ts';
import { phaseOf } from '../../shared/item/stage.ts';
import { Collected } from './collected-entry.tsx';
import { QueryView } from '../../shared/paged-table/query-view.tsx';

/** Few pieces got stones or metal: its words of the bench load with the first entry. */
const PartsEntry = lazyPart(() => import('./parts-entry.tsx'), 'PartsEntry');

/** Bookkeeping beside the moves: true, but nothing a person looks for first. */
const MINOR: ReadonlySet<string> = new Set([
  'CustodyTransferred',
  'ItemScanned',
  'ScansCleared',
  'SignatureRecorded',
  'ItemUnboundFromShipment',
]);

/** Who is no account: the system, and a customer by their link. */
const ACTORS: ReadonlySet<string> = new Set(['', 'system', 'customer']);

/** The way of one piece, newest first: who, when, where and why. */
export function TimelinePart({ history }: { history: UseQueryResult<HistoryResponse> }) {
  const { t } = useTranslation('rma');
  const [isFull, setFull] = useState(false);
  const entries = history.data?.data ?? [];
  const shown = (isFull ? entries : entries.filter(({ type }) => !MINOR.has(type))).toReversed();
  return (
    <section className="part" data-testid="timeline-part" aria-busy={history.isFetching || undefined}>
      <h3>{t('section.timeline')}</h3>
      <QueryView
        query={history}
        skeleton={{ rows: 4, height: 34 }}
        failed={t('detail.partFailed')}
        isEmpty={() => entries.length === 0}
        empty={<NoEntries archive={history.data?.archive} />}
      />
      <ol className="timeline">
        {shown.map((entry) => (
          <TimelineEntry key={entry.version} entry={entry} entries={entries} isFull={isFull} />
        ))}
      </ol>
      {entries.some(({ type }) => MINOR.has(type)) && (
        <Button variant="quiet" onClick={() => setFull((full) => !full)} testId="timeline-full">
          {t(isFull ? 'timeline.lessMinor' : 'timeline.minor')}
        </Button>
      )}
    </section>
  );
}

/** Nothing yet, or all of it in an archive. */
function NoEntries({ archive }: { archive: string | undefined }) {
  const { t } = useTranslation(['rma', 'refusals']);
  if (archive === undefined) return <p className="muted">{t('timeline.empty')}</p>;
  return (
    <p className="muted">
      {t('refusals:archived_history')}
      <br />
      <bdi className="num">{archive}</bdi>
    </p>
  );
}

interface TimelineEntryProps {
  entry: HistoryEntry;
  entries: readonly HistoryEntry[];
  isFull: boolean;
}

function TimelineEntry({ entry, entries, isFull }: TimelineEntryProps) {
  const { t } = useTranslation(['rma', 'history', 'search']);
  const format = useStaffFormat();
  const words = useEventWords()(entry);
  const actor = ACTORS.has(entry.actor) ? t(`timeline.${entry.actor || 'system'}`) : entry.actor;
  // At a station the account is the bench's and the worker the person: both are shown.
  const people = entry.worker === null ? actor : `${entry.worker} (${actor})`;
  const phase = entry.to_status === null ? undefined : `phase-${phaseOf(entry.to_status)}`;
  return (
    <li className={phase} data-minor={MINOR.has(entry.type) || undefined} data-type={entry.type}>
      <span className="strong">{words || t('history:event.other')}</span>
      <span className="small muted">
        <time dateTime={entry.at}>{format.dateTime(entry.at)}</time>
        {' · '}
        <bdi>{people}</bdi>
        {entry.site !== null && (
          <>
            {' · '}
            <bdi>{entry.site}</bdi>
          </>
        )}
        {isFull && entry.device !== null && (
          <>
            {' · '}
            <bdi title={entry.device}>{t('search:detail.device', { device: deviceName(entry.device) })}</bdi>
          </>
        )}
      </span>
      <Remark entry={entry} />
      <FeeAnswer entry={entry} />
      <MoneyMoved entry={entry} />
      <LinkWay entry={entry} />
      <KeptIn entry={entry} />
      <Collected entry={entry} />
      {entry.type === 'PartsUsed' && (
        <Suspense fallback={null}>
          <PartsEntry entry={entry} entries={entries} />
        </Suspense>
      )}
      {entry.reason !== null && entry.reason !== '' && (
        <span className="small">{t('timeline.reason', { reason: entry.reason })}</span>
      )}
    </li>
  );
}

/** A remark in its place among the moves: the shop's and the factory's, each with its words. */
function Remark({ entry }: { entry: HistoryEntry }) {
  const { t } = useTranslation('rma');
  const { text, comment_type: commentType } = entry.details;
  if (entry.type !== 'CommentAdded' || typeof text !== 'string') return null;
  return (
    <span className="timeline-remark stack gap-1 sunken rounded breaks" data-kind={String(commentType)}>
      <span className="small faint">{t(commentType === 2 ? 'remarks.factory' : 'remarks.store')}</span>
      <bdi>{text}</bdi>
    </span>
  );
}

/** Who answered for which amount by link. */
function FeeAnswer({ entry: { type, details } }: { entry: HistoryEntry }) {
  const { t } = useTranslation('rma');
  const format = useStaffFormat();
  const { name, fee } = details;
  if (type !== 'FeeApproved' && type !== 'FeeDeclined') return null;
  const amount = isMoney(fee) ? format.money(fee.amount, fee.currency) : '';
  const who = typeof name === 'string' ? name : t('feeLink.erased');
  return amount === '' ? null : (
    <span className="small" data-testid="fee-answer">
      <bdi className="num">{amount}</bdi> · <bdi>{who}</bdi>
      {details['at_shop_network'] === true && (
        <>
          {' · '}
          <b data-testid="fee-at-shop">{t('terms:feeLink.atShop')}</b>
        </>
      )}
    </span>
  );
}

/** How a link to the fee left the house. */
function LinkWay({ entry: { type, details } }: { entry: HistoryEntry }) {
  const { t } = useTranslation('rma');
  const { way } = details;
  if (type !== 'FeeLinkMade' || typeof way !== 'string') return null;
  return <span className="small">{t(`terms:feeLink.way.${way}`)}</span>;
}

/** The place that a piece was given in its shop; none where it was taken away. */
function KeptIn({ entry: { type, details } }: { entry: HistoryEntry }) {
  const { place } = details;
  if (type !== 'StoragePlaceSet' || typeof place !== 'object' || place === null) return null;
  const { safe, tray } = place as { safe?: unknown; tray?: unknown };
  const parts = [tray, safe].filter((part) => typeof part === 'string' && part !== '');
  return <bdi className="small">{parts.join(' · ')}</bdi>;
}

/** How much was paid, corrected to, refunded, or kept at a handover. */
function MoneyMoved({ entry: { type, details } }: { entry: HistoryEntry }) {
  const { t } = useTranslation('rma');
  const format = useStaffFormat();
  const { paid, refunded, means, reference, not_returned: kept, not_returned_reason: why } = details;
  const write = ({ amount, currency }: Money) => format.money(amount, currency);
  if (type === 'ItemHandedOver' && isMoney(kept)) {
    const reason = typeof why === 'string' ? why : t('feeLink.erased');
    return <span className="small">{t('timeline.notReturned', { amount: write(kept), reason })}</span>;
  }
  const money = [paid, refunded].find(isMoney);
  if (money === undefined) return null;
  const facts = [typeof means === 'string' ? t(`payDialog.mean.${means}`, means) : '', reference];
  return (
    <span className="small" data-testid="money-moved">
      <bdi className="num">{write(money)}</bdi>
      {facts.map((fact) => typeof fact === 'string' && fact !== '' && <bdi key={fact}> · {fact}</bdi>)}
    </span>
  );
}

const isMoney = (fee: unknown): fee is Money =>
  typeof fee === 'object' && fee !== null && 'amount' in fee && 'currency' in fee;
