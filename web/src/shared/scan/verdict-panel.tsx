import { asksForAmount, asksForFee } from '@atelier/domain/repair/fees/fees.ts';
import { BENCH_STATUSES } from '@atelier/domain/shared/status.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { PieceName } from '../item/piece-cells.tsx';
import type { NamedUndo } from './use-undo.ts';
import type { Verdict } from './verdict-state.ts';
import { VERDICT_TONE, type ScreenVerdict } from '../item/verdicts.ts';
import { Shortcut } from '../keys/shortcut.tsx';

/** A separate shape for every verdict: colour alone says nothing to one man in twelve. */
const SHAPES: Record<ScreenVerdict, ReactNode> = {
  pending: (
    <path d="M12 3v4M12 17v4M3 12h4M17 12h4M5.6 5.6l2.9 2.9M15.5 15.5l2.9 2.9M5.6 18.4l2.9-2.9M15.5 8.5l2.9-2.9" />
  ),
  accepted: (
    <>
      <circle cx="12" cy="12" r="10" />
      <path d="m7.5 12.5 3 3 6-6.5" />
    </>
  ),
  already_done: (
    <>
      <path d="M4.5 12a7.5 7.5 0 1 1 2.3 5.4" />
      <path d="M4 17.8v-4.4h4.4" />
    </>
  ),
  queued_offline: (
    <>
      <path d="M7 17.5a4.5 4.5 0 0 1-.6-8.96A6 6 0 0 1 18 10.2a3.7 3.7 0 0 1-.6 7.3" />
      <path d="M12 12.5v7M9 16.5l3 3 3-3" />
    </>
  ),
  wrong_stage: (
    <>
      <path d="M12 2.5 22 20.5H2Z" />
      <path d="M12 9v5M12 17v.6" />
    </>
  ),
  wrong_package: (
    <>
      <path d="m12 2.5 8.5 4.8v9.4L12 21.5l-8.5-4.8V7.3Z" />
      <path d="m9 9.5 6 6M15 9.5l-6 6" />
    </>
  ),
  not_expected: (
    <>
      <path d="M12 21s7-6.2 7-11.5a7 7 0 1 0-14 0C5 14.8 12 21 12 21Z" />
      <path d="m9.5 7 5 5M14.5 7l-5 5" />
    </>
  ),
  unknown: (
    <>
      <circle cx="12" cy="12" r="10" />
      <path d="M9 9.2a3 3 0 1 1 4.2 2.8c-.8.4-1.2.9-1.2 2M12 17v.5" />
    </>
  ),
  cancelled: (
    <>
      <circle cx="12" cy="12" r="10" />
      <path d="m5 5 14 14" />
    </>
  ),
  held: (
    <>
      <path d="M7.5 2h9L22 7.5v9L16.5 22h-9L2 16.5v-9Z" />
      <path d="M9.5 8.5v7M14.5 8.5v7" />
    </>
  ),
};

export interface VerdictPanelProps {
  verdict: Verdict | null;
  /** Why nothing can be scanned yet: choose a package first. */
  isWaiting: boolean;
  /** Of the piece that the panel shows. */
  undo: NamedUndo | null;
  isUndoing: boolean;
  /** What can be done about this verdict, beside the undo. */
  offer?: ReactNode;
  /** How many own scans wait to be saved: an error says that they stay. */
  kept?: number;
}

/** The whole panel speaks: colour, shape, word, and beside it what a person must know. */
export function VerdictPanel(props: VerdictPanelProps) {
  const { verdict, isWaiting, undo, isUndoing, offer, kept = 0 } = props;
  const { t } = useTranslation(['repair', 'common']);
  if (verdict === null) {
    return (
      <section className="verdict" data-tone="idle" data-testid="verdict" data-verdict="idle">
        <svg className="big" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden>
          <path d="M3 8V5a2 2 0 0 1 2-2h3M16 3h3a2 2 0 0 1 2 2v3M21 16v3a2 2 0 0 1-2 2h-3M8 21H5a2 2 0 0 1-2-2v-3M7 8v8M10.5 8v8M13 8v8M17 8v8" />
        </svg>
        <b>{t(isWaiting ? 'scan.pickFirst' : 'scan.idle')}</b>
        <p>{t(isWaiting ? 'scan.pickFirstHint' : 'scan.idleHint')}</p>
      </section>
    );
  }
  const tone = VERDICT_TONE[verdict.kind];
  return (
    <section
      className="verdict"
      data-tone={tone}
      data-testid="verdict"
      data-verdict={verdict.kind}
      data-code={verdict.code}
    >
      <svg
        className="big"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
      >
        {SHAPES[verdict.kind]}
      </svg>
      <div role={tone === 'error' ? 'alert' : 'status'} className="verdict-words">
        <VerdictTitle verdict={verdict} />
        <p className="verdict-piece num">
          <bdi>{verdict.item?.number ?? verdict.code}</bdi>
          {verdict.item !== null && (
            <>
              {' · '}
              <PieceName item={verdict.item} />
            </>
          )}
        </p>
        <VerdictDetail verdict={verdict} kept={kept} />
      </div>
      {offer}
      {undo !== null && (
        <Button
          className="verdict-undo"
          busy={isUndoing}
          onClick={undo.run}
          iconAfter={<Shortcut of="benches.undo" />}
          testId="scan-undo"
        >
          <bdi>{t('scan.undoOf', { number: undo.numbers[0] })}</bdi>
        </Button>
      )}
    </section>
  );
}

/** A piece of another bench is named by where it belongs. */
function VerdictTitle({ verdict: { kind, answer } }: { verdict: Verdict }) {
  const { t } = useTranslation(['repair', 'status']);
  const status = answer?.rma_status_id ?? 0;
  const isOfBench = BENCH_STATUSES.some((bench) => bench === status);
  return (
    <b>
      {kind === 'wrong_stage' && isOfBench
        ? t('repair:verdictDetail.belongs', { stage: t(`status:name.${status}`) })
        : t(`repair:verdict.${kind}`)}
    </b>
  );
}

function VerdictDetail({ verdict, kept }: { verdict: Verdict; kept: number }) {
  const { t } = useTranslation('repair');
  const details = useDetail(verdict);
  const isKept = verdict.kind === 'wrong_stage' && kept > 0;
  const lines = isKept ? [...details, t('verdictDetail.kept', { count: kept })] : details;
  if (lines.length === 0) return null;
  return (
    <div className="verdict-detail">
      {isKept ? lines.map((line) => <p key={line}>{line}</p>) : <p>{lines.join(' · ')}</p>}
    </div>
  );
}

/** By whom, when, which stage, which package, which hold; for an accepted piece what its finder should know. */
function useDetail({ kind, answer, item, refusal }: Verdict): string[] {
  const { t } = useTranslation(['repair', 'piece', 'status', 'refusals']);
  const format = useStaffFormat();
  if (refusal !== null)
    return [t('repair:verdictDetail.refused', { why: t(`refusals:${refusal}`, refusal) })];
  switch (kind) {
    case 'accepted':
      return item === null ? [] : acceptedNotes(item);
    case 'already_done':
      return answer?.first === null || answer === null || answer.first.by === ''
        ? [t('repair:verdictDetail.already_past')]
        : [
            t('repair:verdictDetail.already_done', {
              by: answer.first.by,
              time: format.time(answer.first.at, true),
            }),
          ];
    case 'wrong_stage':
      return [
        t('repair:verdictDetail.wrong_stage', { status: t(`status:name.${answer?.rma_status_id ?? 0}`) }),
      ];
    case 'wrong_package':
      return answer === null || answer.tracking_number === null
        ? [t('repair:verdictDetail.wrong_package_none')]
        : [t('repair:verdictDetail.wrong_package', { tracking: answer.tracking_number })];
    case 'held':
      return [
        t('repair:verdictDetail.held', {
          holds: format.list((answer?.holds ?? []).map((hold) => t(`piece:hold.${hold}`, hold))),
        }),
      ];
    case 'unknown':
    case 'not_expected':
    case 'cancelled':
    case 'queued_offline':
      return [t(`repair:verdictDetail.${kind}`)];
    case 'pending':
      return [];
  }

  function acceptedNotes({
    is_under_warranty,
    warranty_until,
    repair_history,
    fee_settled,
    fee_missing,
  }: NonNullable<Verdict['item']>): string[] {
    const notes: string[] = [];
    // The scan is right, and yet it cannot be saved: said now, not at "Validate".
    const target = answer?.target ?? 0;
    if (fee_missing && asksForAmount(target)) notes.push(t('refusals:fee_missing'));
    else if (!fee_settled && asksForFee(target)) notes.push(t('refusals:fee_not_settled'));
    if (!is_under_warranty && warranty_until !== null) {
      notes.push(t('repair:verdictDetail.outOfWarranty', { date: format.date(warranty_until) }));
    }
    if (repair_history.total_180 > 0)
      notes.push(t('repair:verdictDetail.repairs180', { count: repair_history.total_180 }));
    return notes;
  }
}
