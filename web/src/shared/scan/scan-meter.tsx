import { type ReactNode, useEffect, useRef, useState } from 'react';
import { benchCommandOf } from '@atelier/domain/repair/scanning/bench-command.ts';
import { useScansInWindow } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { ConfirmDialog } from '@atelier/ui/windows/dialog.tsx';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { useStaffFormat, useSession } from '../../lib/session/use-session.ts';
import { useCutSince } from '../../live/use-cut.ts';
import { QueueCount } from './review-tray.tsx';
import { useIsTablet } from './use-is-tablet.ts';
import { type ScanCounts, type ScanLine, isScannedBy } from './scan-lines.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { ChoiceCards } from '@atelier/ui/controls/choice.tsx';
import { Shortcut } from '../keys/shortcut.tsx';

/** The unsaved scans that an action takes: the own ones, unless colleagues' are chosen too. Without own ones there is nothing to choose. */
function useWhoseScans(unsaved: readonly ScanLine[], target: number) {
  const { name } = useSession().view.user;
  const own = unsaved.filter((line) => isScannedBy(line, name, target));
  const others = unsaved.filter((line) => !own.includes(line));
  const [isOwn, setOwn] = useState(own.length > 0);
  return { own, others, isOwn, setOwn, lines: isOwn ? own : unsaved };
}

type WhoseLines = ReturnType<typeof useWhoseScans>;

const nameOf = ({ item }: ScanLine): string => item.last_scan?.by ?? '';

/** Nothing where every scan is one's own. */
function WhoseScans({ whose: { own, others, isOwn, setOwn } }: { whose: WhoseLines }) {
  const { t } = useTranslation('repair');
  const { number, list } = useStaffFormat();
  if (others.length === 0) return null;
  const names = list([...new Set(others.map(nameOf))].filter(Boolean));
  if (own.length === 0) return <p data-testid="scans-of-others">{t('whose.onlyOthers', { names })}</p>;
  return (
    <ChoiceCards
      label={t('whose.label')}
      value={isOwn ? 'own' : 'all'}
      onChange={(value) => setOwn(value === 'own')}
      options={[
        { value: 'own', label: t('whose.own', { number: number(own.length) }), testId: 'whose-own' },
        {
          value: 'all',
          label: t('whose.all', { number: number(own.length + others.length) }),
          note: t('whose.mixed', { own: number(own.length), others: number(others.length), names }),
          testId: 'whose-all',
        },
      ]}
    />
  );
}

/** What a bench asks before it is done. */
export type Asked = 'validate' | 'complete' | 'clearAll';

export interface ScanMeterProps {
  asked: Asked | null;
  onAsk: (asked: Asked | null) => void;
  /** A code that was scanned while a question stood open, and does not answer it. */
  onScan: (code: string) => void;
  counts: ScanCounts;
  /** Whose scans the pieces are, where colleagues work at the same list. */
  whose?: { mine: number; colleagues: number };
  queued: number;
  target: number;
  /** Findings are saved with the move. */
  isInvestigated: boolean;
  /** All lines must be accounted for: a package's pieces; a bench leaves the rest where it is. */
  isStrict: boolean;
  /** What is asked where completing decides over the pieces that were not scanned: then they do not stop it. */
  completing?: { title: string; body: ReactNode };
  /** The lines that wait to be saved. */
  unsaved: readonly ScanLine[];
  /** Lines by name: shown in every question about them. */
  namePieces: (lines: readonly ScanLine[]) => ReactNode;
  isBusy: boolean;
  /** Until the pieces are read there is nothing to complete, and no reason to give. */
  isReading: boolean;
  onSend: () => void;
  /** Each takes the lines that were chosen and resolves when it is done; false keeps the question open. */
  onValidate: Act;
  onComplete: Act;
  onClearAll: Act;
}

type Act = (lines: readonly ScanLine[]) => Promise<boolean>;

/** Expected, scanned, left, waiting to send; and the three actions, each asked first (product/repair.md §9). */
export function ScanMeter(props: ScanMeterProps) {
  const { t } = useTranslation('repair');
  const { number } = useStaffFormat();
  const { counts, queued, isStrict, isBusy, isReading, asked, onAsk, whose } = props;
  const isShort = useIsTablet() && whose !== undefined;
  const cut = useCut(whose !== undefined);
  const whyNotSave =
    cut === null ? (counts.unsaved === 0 ? t('blocked.nothingToSave') : undefined) : t('cut.validate');
  const blocked = isReading ? undefined : whyNotComplete();
  const refusal = asked === 'complete' ? blocked : whyNotSave;
  useRefusedCode(asked, refusal, onAsk);
  return (
    <section className="panel scan-meter flex wrap" data-cut={cut !== null || undefined}>
      <div className="scan-counts">
        <Count
          testId="count-expected"
          value={counts.expected}
          label={cut === null ? t('scan.expected') : t('cut.expected', { time: cut })}
        />
        {whose === undefined ? (
          <Count testId="count-scanned" value={counts.scanned} label={t('scan.scanned')} />
        ) : (
          <>
            <Count
              testId="count-scanned"
              value={whose.mine}
              label={t(isShort ? 'scan.short.yours' : 'scan.yours')}
            />
            <Count
              testId="count-colleagues"
              value={cut === null ? whose.colleagues : null}
              label={
                cut === null
                  ? t(isShort ? 'scan.short.colleagues' : 'scan.byColleagues')
                  : t('cut.colleagues', { time: cut })
              }
            />
          </>
        )}
        <Count testId="count-left" value={counts.left} label={t(isShort ? 'scan.short.left' : 'scan.left')} />
        <QueueCount count={queued} isShort={isShort} onSend={props.onSend} />
      </div>
      <div className="scan-actions flex wrap gap-10 push">
        <Button
          size="large"
          disabled={counts.unsaved === 0 || cut !== null}
          busy={isBusy && asked === 'clearAll'}
          onClick={() => onAsk('clearAll')}
          testId="clear-all"
        >
          {t(whose === undefined ? 'scan.clearAll' : 'scan.clearMine')}
        </Button>
        <Button
          size="large"
          variant={blocked !== undefined && whyNotSave === undefined ? 'primary' : 'plain'}
          disabled={whyNotSave !== undefined}
          busy={isBusy && asked === 'validate'}
          onClick={() => onAsk('validate')}
          iconAfter={whose && <Shortcut of="benches.validate" />}
          testId="validate"
        >
          {whose === undefined || counts.unsaved === 0
            ? t('scan.validate')
            : t('scan.validateCount', { number: number(counts.unsaved) })}
        </Button>
        <Button
          size="large"
          variant={blocked === undefined ? 'primary' : 'plain'}
          busy={isBusy && asked === 'complete'}
          disabled={isReading}
          disabledReason={blocked}
          onClick={() => onAsk('complete')}
          iconAfter={whose && <Shortcut of="benches.complete" />}
          testId="complete"
        >
          {t('scan.complete')}
        </Button>
      </div>
      {asked !== null && refusal === undefined && (
        <Question {...props} asked={asked} onClose={() => onAsk(null)} />
      )}
    </section>
  );

  function whyNotComplete(): string | undefined {
    if (cut !== null) return t('cut.complete');
    if (queued > 0) return t('blocked.queue', { count: queued });
    if (props.completing !== undefined) return undefined;
    if (isStrict && counts.left > 0) return t('blocked.left', { count: counts.left });
    return counts.scanned === 0 ? t('blocked.nothingToSave') : undefined;
  }
}

/** At a bench the time that its counts are from, while there is no connection; null elsewhere. */
function useCut(isBench: boolean): string | null {
  const { time } = useStaffFormat();
  const since = useCutSince();
  return isBench && since !== null ? time(new Date(since).toISOString()) : null;
}

/** A button says why it cannot be pressed; a code that was scanned in its place is answered in a notice. */
function useRefusedCode(
  asked: Asked | null,
  refusal: string | undefined,
  onAsk: ScanMeterProps['onAsk'],
): void {
  useEffect(() => {
    if (asked === null || refusal === undefined) return;
    notify({ tone: 'warn', title: refusal });
    onAsk(null);
  }, [asked, refusal, onAsk]);
}

interface CountProps {
  /** null: it cannot be known without a connection. */
  value: number | null;
  label: string;
  testId: string;
}

function Count({ value, label, testId }: CountProps) {
  const { number } = useStaffFormat();
  return (
    <div>
      <b className="num" data-testid={testId}>
        {value === null ? '?' : number(value)}
      </b>
      <span className="small muted">{label}</span>
    </div>
  );
}

interface Answering extends Pick<ScanMeterProps, 'onScan'> {
  asked: Asked;
  act: () => Promise<boolean>;
  onClose: () => void;
}

/** While a question stands open a code of the sheet answers it, once; any other code is scanned as always. */
function useAnswerByScan({ asked, act, onClose, onScan }: Answering): void {
  const isAnswered = useRef(false);
  useScansInWindow((code) => {
    const named = benchCommandOf(code);
    if (named === 'cancel') return onClose();
    if (named !== 'confirm' && named !== asked) return onScan(code);
    if (isAnswered.current) return undefined;
    isAnswered.current = true;
    return void act().then((isDone) => {
      isAnswered.current = false;
      if (isDone) onClose();
    });
  });
}

/** A bench asks about the own scans first; a package is completed whole. */
function Question({
  asked,
  onClose,
  counts,
  target,
  isStrict,
  isInvestigated,
  completing,
  unsaved,
  namePieces,
  onValidate,
  onComplete,
  onClearAll,
  onScan,
}: Omit<ScanMeterProps, 'asked'> & { asked: Asked; onClose: () => void }) {
  const { t } = useTranslation(['repair', 'status']);
  const act = { validate: onValidate, complete: onComplete, clearAll: onClearAll }[asked];
  const isWhole = asked === 'complete' && (isStrict || completing !== undefined);
  const whose = useWhoseScans(unsaved, target);
  const lines = isWhole ? unsaved : whose.lines;
  const stage = t(`status:name.${target}`);
  useAnswerByScan({ asked, act: () => act(lines), onClose, onScan });
  const title =
    asked === 'validate' && target === Status.IncomingCheck
      ? t('confirm.incoming.title')
      : t(`confirm.${asked}.title`);
  const body =
    asked === 'validate' && !isInvestigated ? 'confirm.validate.plain' : (`confirm.${asked}.body` as const);
  return (
    <ConfirmDialog
      open
      title={asked === 'complete' && completing !== undefined ? completing.title : title}
      confirmLabel={t(`confirm.yes.${asked}`)}
      cancelLabel={t('confirm.no')}
      danger={asked === 'clearAll'}
      onConfirm={() => act(lines)}
      onClose={onClose}
      testId={`confirm-${asked}`}
    >
      {asked === 'complete' && completing?.body}
      {asked === 'complete' && completing === undefined && (
        <>
          <p>{t('confirm.complete.body', { stage })}</p>
          {counts.left > 0 && <p>{t('confirm.complete.rest', { count: counts.left })}</p>}
        </>
      )}
      {asked !== 'complete' && <p>{t(body, { count: lines.length, stage })}</p>}
      {!isWhole && <WhoseScans whose={whose} />}
      {namePieces(lines)}
    </ConfirmDialog>
  );
}
