import type { NavDocumentView } from '@atelier/contracts/nav/schema.ts';
import { RotateCw, SkipForward } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Cluster } from '@atelier/ui/layout/cluster.tsx';
import { ListRow } from '../../shared/paged-table/paged-table.tsx';
import { Button } from '@atelier/ui/controls/button.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { AnswerWords, AttentionLine, piecesOf, StateTag } from './answer-words.tsx';
import type { Touch } from './touch-dialog.tsx';

export interface DocumentRowProps {
  document: NavDocumentView;
  onOpen: (id: number) => void;
  onTouch: ((touch: Touch, document: NavDocumentView) => void) | undefined;
}

export function DocumentRow({ document, onOpen, onTouch }: DocumentRowProps) {
  const { t } = useTranslation('nav');
  const format = useStaffFormat();
  const { tracking_no: number, store, state } = document;
  return (
    <ListRow className="nav-row" version={document.version} testId={`nav-row-${number}`} data-state={state}>
      <div className="words">
        <button
          type="button"
          className="nav-open text-start breaks"
          onClick={() => onOpen(document.id)}
          data-testid="nav-open"
        >
          <bdi className="strong num">{number}</bdi>
        </button>
        <span className="small muted">
          <bdi>{store.name}</bdi> · {piecesOf(t, document.item_count)}
        </span>
      </div>
      <div className="words nav-where">
        <StateTag state={state} />
        <span className="small muted">{format.dateTime(document.changed_at)}</span>
      </div>
      <div className="words nav-answer muted small">
        <Answer document={document} />
      </div>
      {onTouch && <TouchButtons document={document} onTouch={onTouch} />}
      <AttentionLine document={document} />
    </ListRow>
  );
}

/** What matters in this state: NAV's number, the reason of a person, or the last response. */
function Answer({ document }: { document: NavDocumentView }) {
  const { t } = useTranslation('nav');
  const { number } = useStaffFormat();
  const { state, nav_number: navNumber, answer, reason, attempts } = document;
  if (state === 'sent') return <bdi className="num">{t('navNumber', { number: navNumber })}</bdi>;
  if (state === 'skipped') return <bdi dir="auto">{reason}</bdi>;
  if (state === 'withdrawn') return <span className="muted">{t('code.package_taken_back')}</span>;
  return (
    <>
      {answer !== null && (
        <span>
          <AnswerWords {...answer} />
        </span>
      )}
      {attempts > 0 && (
        <span className="muted">{t('attempts', { count: attempts, attempts: number(attempts) })}</span>
      )}
    </>
  );
}

const CAN_RETRY: ReadonlySet<string> = new Set(['rejected', 'unknown', 'skipped', 'pending']);
const CAN_SKIP: ReadonlySet<string> = new Set(['rejected', 'unknown', 'pending']);

interface TouchButtonsProps {
  document: NavDocumentView;
  onTouch: (touch: Touch, document: NavDocumentView) => void;
}

export function TouchButtons({ document, onTouch }: TouchButtonsProps) {
  const { t } = useTranslation('nav');
  return (
    <Cluster gap={4} className="nav-do">
      {CAN_RETRY.has(document.state) && (
        <Button
          variant="quiet"
          icon={<RotateCw size={15} aria-hidden />}
          onClick={() => onTouch('retry', document)}
          testId="nav-retry"
        >
          {t('retry.do')}
        </Button>
      )}
      {CAN_SKIP.has(document.state) && (
        <Button
          variant="quiet"
          icon={<SkipForward size={15} aria-hidden className="flips" />}
          onClick={() => onTouch('skip', document)}
          testId="nav-skip"
        >
          {t('skip.do')}
        </Button>
      )}
    </Cluster>
  );
}
