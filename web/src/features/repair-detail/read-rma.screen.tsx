import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Button } from '@atelier/ui/controls/button.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { usePageHeader } from '../../lib/page/page-header.ts';
import { useWedge } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { useFindPiece } from '../../shared/item/use-find-piece.ts';
import { ReadingContext } from '../../shared/item/reading.ts';
import { RmaDetail } from './rma-detail.tsx';

const positive = (text: string | null): number | null => {
  const number = Number(text);
  return text !== null && Number.isSafeInteger(number) && number > 0 ? number : null;
};

/**
 * `/readRma?id=&item=` or `?number=`: a repair as a full page to read, by deep link, number or scan (product/rma.md §6).
 * `work=1`, as the dashboards' links have it, opens it for acting as well.
 */
export function Screen() {
  const [params, setParams] = useSearchParams();
  const rmaId = positive(params.get('id'));
  const itemId = positive(params.get('item'));
  const isWork = params.get('work') === '1';
  const open = (piece: PieceOfRma, work = false) =>
    setParams(addressOf(piece, work), { replace: rmaId === null && params.has('number') });
  const find = useFindPiece((piece) => open(piece));
  useWedge({ onScan: find.run });
  useNumberInAddress(rmaId === null ? params.get('number') : null, find.run);
  const reading = useMemo(
    () => (isWork ? null : { work: () => setParams(working, { replace: true }) }),
    [isWork, setParams],
  );
  if (rmaId === null) return <WhichRepair onFind={find.run} isBusy={find.isBusy} />;
  return (
    <section className="panel panel-body">
      <ReadingContext value={reading}>
        <RmaDetail
          key={rmaId}
          rmaId={rmaId}
          itemId={itemId}
          wide
          onItem={(id) => open({ rmaId, itemId: id }, isWork)}
        />
      </ReadingContext>
    </section>
  );
}

interface PieceOfRma {
  readonly rmaId: number;
  readonly itemId: number;
}

const addressOf = ({ rmaId, itemId }: PieceOfRma, isWork: boolean) => ({
  id: String(rmaId),
  item: String(itemId),
  ...(isWork && { work: '1' }),
});

function working(before: URLSearchParams): URLSearchParams {
  const after = new URLSearchParams(before);
  after.set('work', '1');
  return after;
}

/** A link may name the piece as people do: the number is looked up once, and its page takes the link's place. */
function useNumberInAddress(number: string | null, find: (code: string) => void): void {
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (number === null || number === '' || asked.current === number) return;
    asked.current = number;
    find(number);
  }, [number, find]);
}

function WhichRepair({ onFind, isBusy }: { onFind: (code: string) => void; isBusy: boolean }) {
  const { t } = useTranslation('rma');
  const [code, setCode] = useState('');
  usePageHeader({ title: t('detail.noId') });
  return (
    <EmptyState title={t('detail.noId')}>
      <span className="stack">
        <span>{t('detail.noIdBody')}</span>
        <span className="row">
          <TextField
            label={t('detail.findLabel')}
            hideLabel
            value={code}
            onChange={(event) => setCode(event.target.value)}
            testId="find-code"
          />
          <Button
            variant="primary"
            busy={isBusy}
            disabled={code.trim() === ''}
            onClick={() => onFind(code.trim())}
            testId="find-open"
          >
            {t('detail.find')}
          </Button>
        </span>
      </span>
    </EmptyState>
  );
}
